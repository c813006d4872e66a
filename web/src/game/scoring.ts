/** The score sheet of a finished game, in the words of the table. */

import type { BonusKind, ScoreSheet, SeatScore } from '../protocol'
import type { ScoreColumn, ScoreLine } from '../table/score'
import type { Sitter } from './seats'

/** What the score says of whoever sits there. */
type Scorer = Pick<Sitter, 'look' | 'name'>

const BONUS: Readonly<Record<BonusKind, string>> = {
  longest_path: 'Longest path',
  globetrotter: 'Most tickets',
  attraction: 'Attractions',
}

export function scoreColumns({ seats, winners }: ScoreSheet, sitters: readonly Scorer[]): ScoreColumn[] {
  const given = (Object.keys(BONUS) as BonusKind[]).filter((kind) =>
    seats.some(({ bonuses }) => bonuses.some(({ bonus }) => bonus === kind)),
  )
  return seats.flatMap((score) => {
    const sitter = sitters[score.seat]
    if (!sitter) return []
    const lines = [
      { reason: 'Routes', points: score.route_points },
      ...ticketLines(score),
      ...given.map((kind) => bonusLine(score, kind)),
    ]
    return [{ look: sitter.look, name: sitter.name, winner: winners.includes(score.seat), lines }]
  })
}

function ticketLines({ tickets }: SeatScore): ScoreLine[] {
  const done = tickets.filter((ticket) => ticket.done)
  const sum = (list: typeof tickets) => list.reduce((total, { points }) => total + points, 0)
  return [
    { reason: 'Tickets done', points: sum(done), note: `${done.length} of ${tickets.length}` },
    { reason: 'Tickets failed', points: sum(tickets.filter((ticket) => !ticket.done)) },
  ]
}

function bonusLine({ bonuses, longest_path }: SeatScore, kind: BonusKind): ScoreLine {
  const points = bonuses.filter(({ bonus }) => bonus === kind).reduce((total, bonus) => total + bonus.points, 0)
  const line = { reason: BONUS[kind], points }
  return kind === 'longest_path' ? { ...line, note: `${longest_path.trains} spaces` } : line
}

export function victoryOf({ winners, seats }: ScoreSheet, sitters: readonly Scorer[]): string {
  const names = new Intl.ListFormat('en').format(winners.map((seat) => sitters[seat]?.name ?? ''))
  const total = seats.find(({ seat }) => seat === winners[0])?.total ?? 0
  return `${names} ${winners.length > 1 ? 'share the victory' : 'wins'} with ${total} points`
}

export function tieBreakOf({ decided_by, winners }: ScoreSheet, sitters: readonly Scorer[]): string | null {
  const names = new Intl.ListFormat('en').format(winners.map((seat) => sitters[seat]?.name ?? ''))
  switch (decided_by) {
    case 'total':
      return null
    case 'tickets_done':
      return `The points are level; ${names} completed more tickets.`
    case 'longest_path':
      return `Points and tickets are level; ${names} has the longest path.`
    case 'shared':
      return `${names} are level in everything and share the victory.`
  }
}
