/** Made-up games for looking at the parts. */

import type { MapSpec } from '../map/spec'
import { PLAYER_COLORS, PLAYER_LOOKS, type PlayerLook } from '../players/looks'
import type { ScoreColumn } from '../table/score'
import type { TicketView } from '../cards/tickets'

/** Each player builds on from a city of their own until their trains run out; no rule is checked. */
export function mockClaims(spec: MapSpec, starts: readonly string[], trains: number): Map<number, PlayerLook> {
  const claims = new Map<number, PlayerLook>()
  const reached = starts.map((city) => new Set([city]))
  const left = starts.map(() => trains)
  let seed = 11
  const random = (below: number) => {
    seed = (seed * 16807) % 2147483647
    return seed % below
  }
  for (let turn = 0; turn < 400; turn++) {
    const seat = turn % starts.length
    const network = reached[seat]
    const look = PLAYER_LOOKS[PLAYER_COLORS[seat] ?? 'red']
    if (!network) continue
    const open = spec.routes.flatMap((route, index) =>
      !claims.has(index) &&
      network.has(route.a) !== network.has(route.b) &&
      route.length <= (left[seat] ?? 0) &&
      !spec.routes.some(
        (twin, other) => other !== index && claims.get(other) === look && twin.a === route.a && twin.b === route.b,
      )
        ? [index]
        : [],
    )
    const chosen = open[random(Math.max(1, open.length))]
    const route = chosen === undefined ? undefined : spec.routes[chosen]
    if (chosen === undefined || !route) continue
    claims.set(chosen, look)
    left[seat] = (left[seat] ?? 0) - route.length
    network.add(route.a).add(route.b)
  }
  return claims
}

export const players = [
  {
    look: PLAYER_LOOKS.red,
    name: 'Margarethe',
    points: 54,
    trains: 12,
    cards: 6,
    tickets: 3,
    own: true,
    clock: '12:40',
  },
  {
    look: PLAYER_LOOKS.blue,
    name: 'Conductor',
    points: 47,
    trains: 17,
    cards: 11,
    tickets: 4,
    bot: 'bot, strong',
    current: true,
  },
  { look: PLAYER_LOOKS.green, name: 'Ines', points: 61, trains: 4, cards: 3, tickets: 2, clock: '09:12' },
  {
    look: PLAYER_LOOKS.yellow,
    name: 'Bartholomew of Ashcroft',
    points: 38,
    trains: 21,
    cards: 14,
    tickets: 5,
    clock: '14:03',
    connection: 'away' as const,
  },
  { look: PLAYER_LOOKS.black, name: 'Stoker', points: 29, trains: 24, cards: 8, tickets: 3, bot: 'bot, easy' },
]

export const tickets: TicketView[] = [
  { id: 1, a: 'Los Angeles', b: 'New York', points: 21, state: { kind: 'open', trains: 9 } },
  { id: 2, a: 'Sault Ste. Marie', b: 'Oklahoma City', points: 9, state: { kind: 'done' } },
  { id: 3, a: 'Kansas City', b: 'Houston', points: 5, state: { kind: 'impossible' } },
  { id: 4, a: 'Denver', b: 'El Paso', points: 4, state: { kind: 'done' } },
]

export const nycTickets: TicketView[] = [
  { id: 1, a: 'Central Park', b: 'Gramercy Park', points: 4, state: { kind: 'done' } },
  { id: 2, a: 'Empire State Building', b: 'Brooklyn', points: 7, state: { kind: 'open', trains: 4 } },
]

export const log = [
  { look: PLAYER_LOOKS.green, text: 'Ines drew two cards from the deck', turn: 31 },
  { look: PLAYER_LOOKS.red, text: 'Margarethe claimed Denver – Omaha with 4 purple, 7 points', turn: 32 },
  { look: null, text: 'The deck was shuffled from 58 discarded cards', turn: 32 },
  { look: PLAYER_LOOKS.blue, text: 'Conductor drew three tickets and kept one', turn: 33 },
  { look: PLAYER_LOOKS.yellow, text: 'Bartholomew of Ashcroft took a locomotive from the row', turn: 34 },
]

export const score: ScoreColumn[] = players.map(({ look, name, points }, index) => ({
  look,
  name,
  winner: index === 2,
  lines: [
    { reason: 'Routes', points },
    {
      reason: 'Tickets done',
      points: [30, 21, 43, 12, 17][index] ?? 0,
      note: `${[3, 2, 4, 1, 2][index] ?? 0} of ${[3, 4, 4, 3, 2][index] ?? 0}`,
    },
    { reason: 'Tickets failed', points: -([0, 13, 0, 20, 0][index] ?? 0) },
    { reason: 'Longest path', points: index === 2 ? 10 : 0, note: `${[31, 28, 38, 19, 22][index] ?? 0} spaces` },
  ],
}))
