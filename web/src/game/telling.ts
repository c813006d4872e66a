/** The end of a game told as at a table: what is said, what it is worth, and what the map shows meanwhile. */

import type { BoardPath } from '../board/marks'
import type { TicketView } from '../cards/tickets'
import type { Edition, ScoreSheet, SeatScore } from '../protocol'
import { counted } from '../ui/words'
import { tieBreakOf, victoryOf } from './scoring'
import type { Sitter } from './seats'

export interface Step {
  /** Whose score is told; `null` when it is everybody's. */
  seat: number | null
  text: string
  /** Points of this step, by seat. */
  gains: readonly number[]
  paths: readonly BoardPath[]
  /** Numbers of the cities that are marked. */
  cities: readonly number[]
  /** The ticket that is turned over. */
  ticket: TicketView | null
}

/** Routes first, then ticket by ticket, the paths from the shortest to the longest, the bonuses, and who has won. */
export function stepsOf(score: ScoreSheet, sitters: readonly Sitter[], edition: Edition): Step[] {
  const { seats } = score
  const nameOf = (seat: number) => sitters[seat]?.name ?? `Seat ${seat + 1}`
  const colorOf = (seat: number) => sitters[seat]?.look.fill
  const step = (seat: number | null, text: string, more: Partial<Step> = {}): Step => ({
    seat,
    text,
    gains: seats.map(() => 0),
    paths: [],
    cities: [],
    ticket: null,
    ...more,
  })
  const only = (seat: number, points: number) => seats.map((other) => (other.seat === seat ? points : 0))

  const tickets = seats.flatMap(({ seat, tickets }) =>
    tickets.map((ticket) => {
      const { a, b, points } = edition.tickets[ticket.ticket] ?? { a: '?', b: '?', points: 0 }
      const had = ticket.path.filter((route) => !ticket.gap.includes(route))
      const missing = ticket.gap.reduce((trains, route) => trains + (edition.routes[route]?.length ?? 0), 0)
      const outcome = ticket.done
        ? `linked, ${counted(ticket.points, 'point')}`
        : `${counted(missing, edition.map.piece)} short, ${counted(points, 'point')} lost`
      return step(seat, `${nameOf(seat)}: ${a} – ${b}, ${outcome}`, {
        gains: only(seat, ticket.points),
        paths: [lineOf(had, colorOf(seat)), { routes: ticket.gap, missing: true }],
        cities: [a, b].flatMap((name) => cityNumber(edition, name)),
        ticket: { id: ticket.ticket, a, b, points, state: { kind: ticket.done ? 'done' : 'failed' } },
      })
    }),
  )
  const bonus = ({ bonuses }: SeatScore, kind: SeatScore['bonuses'][number]['bonus']) =>
    bonuses.find((given) => given.bonus === kind) ?? { points: 0, cities: [] }

  const paths = seats
    .toSorted((a, b) => a.longest_path.trains - b.longest_path.trains)
    .map((one) => {
      const { points } = bonus(one, 'longest_path')
      const length = counted(one.longest_path.trains, edition.map.piece)
      const given = points > 0 ? `: the longest, ${counted(points, 'point')}` : ''
      return step(one.seat, `${nameOf(one.seat)}’s longest path has ${length}${given}`, {
        gains: only(one.seat, points),
        paths: [lineOf(one.longest_path.routes, colorOf(one.seat))],
      })
    })
  const globetrotters = seats.filter((one) => bonus(one, 'globetrotter').points > 0)
  const attractions = seats.flatMap((one) => {
    const { points, cities } = bonus(one, 'attraction')
    if (points === 0) return []
    const text = `${nameOf(one.seat)} reached ${counted(cities.length, 'attraction')}, ${counted(points, 'point')}`
    return [step(one.seat, text, { gains: only(one.seat, points), cities })]
  })
  const tieBreak = tieBreakOf(score, sitters)

  return [
    step(null, 'First the routes, as counted during the game', { gains: seats.map((one) => one.route_points) }),
    ...tickets,
    ...(edition.bonuses.longest_path > 0 ? paths : []),
    ...globetrotters.map((one) => {
      const { points } = bonus(one, 'globetrotter')
      const done = one.tickets.filter((ticket) => ticket.done).length
      return step(
        one.seat,
        `${nameOf(one.seat)} linked the most tickets, ${done} of them: ${counted(points, 'point')}`,
        {
          gains: only(one.seat, points),
        },
      )
    }),
    ...attractions,
    ...(tieBreak === null ? [] : [step(null, tieBreak.replace(/\.$/, ''))]),
    step(score.winners.length === 1 ? (score.winners[0] ?? null) : null, victoryOf(score, sitters)),
  ]
}

/** What every seat has after the first so many steps. */
export function totalsAfter(steps: readonly Step[], told: number): number[] {
  const seats = steps[0]?.gains.length ?? 0
  return Array.from({ length: seats }, (_, seat) =>
    steps.slice(0, told).reduce((sum, { gains }) => sum + (gains[seat] ?? 0), 0),
  )
}

function lineOf(routes: readonly number[], color: string | undefined): BoardPath {
  return color === undefined ? { routes } : { routes, color }
}

function cityNumber({ cities }: Edition, name: string): number[] {
  const number = cities.findIndex((city) => city.name === name)
  return number < 0 ? [] : [number]
}
