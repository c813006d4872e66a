/** The moments of a game that are worth stopping at: every action, with what followed from it. */

import type { GameEvent } from '../protocol'

export interface Moment {
  /** The event that opens it. */
  first: number
  /** Its last event: the position to show is the one after it. */
  n: number
  /** 0 during the set-up. */
  turn: number
  /** Who acted; `null` for the deal and the end. */
  seat: number | null
}

const ACTIONS: ReadonlySet<GameEvent['e']> = new Set<GameEvent['e']>([
  'card_drawn',
  'card_taken',
  'route_claimed',
  'tickets_drawn',
  'tickets_kept',
  'turn_passed',
  'game_ended',
])

/** In order. The first is the table after the deal; there is none without events. */
export function momentsOf(events: readonly GameEvent[]): Moment[] {
  const moments: Moment[] = []
  let turn = 0
  for (const event of events) {
    const last = moments.at(-1)
    if (!last || ACTIONS.has(event.e)) {
      const seat = last && 'seat' in event ? event.seat : null
      moments.push({ first: event.n, n: event.n, turn, seat })
    } else last.n = event.n
    // The start of the next turn is the end of the action before.
    if (event.e === 'turn_started') turn = event.turn
  }
  return moments
}

/** The moment an event belongs to. */
export function momentOfEvent(moments: readonly Moment[], n: number): number {
  const after = moments.findIndex(({ first }) => first > n)
  return Math.max(0, (after < 0 ? moments.length : after) - 1)
}

/** The last moment of a turn: what a link to the turn shows. */
export function momentOfTurn(moments: readonly Moment[], turn: number): number {
  const after = moments.findIndex((moment) => moment.turn > turn)
  return Math.max(0, (after < 0 ? moments.length : after) - 1)
}

/** The moment at which a step by whole turns arrives. */
export function turnStep(moments: readonly Moment[], at: number, by: 1 | -1): number {
  const turn = moments[at]?.turn ?? 0
  if (by === 1) return momentOfTurn(moments, momentOfTurn(moments, turn) > at ? turn : turn + 1)
  return momentOfTurn(moments, Math.max(0, turn - 1))
}

export interface ReplayLink {
  turn?: number
  event?: number
  /** `all` unless it says something else. */
  viewer?: string
}

/** What an address asks for: `?turn=12`, `?event=143`, with `&viewer=0`. What makes no sense is left out. */
export function readLink(search: string): ReplayLink {
  const given = new URLSearchParams(search)
  const number = (name: string) => {
    const text = given.get(name)
    return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : undefined
  }
  const [turn, event] = [number('turn'), number('event')]
  const viewer = given.get('viewer')
  return {
    ...(turn !== undefined && { turn }),
    ...(event !== undefined && { event }),
    ...(viewer !== null && /^(spectator|\d)$/.test(viewer) && { viewer }),
  }
}

/** The address of a moment: its turn where it is the last of the turn, its event otherwise. */
export function linkTo(moments: readonly Moment[], at: number, eyes: string | number): string {
  const moment = moments[at]
  if (!moment) return ''
  const place = momentOfTurn(moments, moment.turn) === at ? `turn=${moment.turn}` : `event=${moment.first}`
  return `?${place}${eyes === 'all' ? '' : `&viewer=${eyes}`}`
}
