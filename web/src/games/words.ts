/** How tables are spoken of in lists. */

import type { SeatSummary, TableSummary } from '../protocol'

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const date = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', year: 'numeric' })

/** "5 minutes ago", "yesterday", and the date after a week. */
export function longAgo(at: number, now: number): string {
  const ago = now - at
  if (ago > 7 * 86_400_000) return date.format(at)
  const [unit, length] = UNITS.find(([, length]) => ago >= length) ?? ['minute', 60_000]
  return ago < 60_000 ? 'just now' : relative.format(-Math.floor(ago / length), unit)
}

/** How it went for the viewer: "won, 132 points", "2nd of 3, 98 points". */
export function resultOf(seats: readonly SeatSummary[]): string {
  const own = seats.filter(({ yours, rank }) => yours && rank !== null)
  const best = own.toSorted((a, b) => (a.rank ?? 9) - (b.rank ?? 9))[0]
  if (!best) return 'over'
  const points = `${best.total ?? 0} points`
  if (best.rank !== 1) return `${ordinal(best.rank ?? 0)} of ${seats.length}, ${points}`
  return seats.filter(({ rank }) => rank === 1).length > 1 ? `shared victory, ${points}` : `won, ${points}`
}

export function ordinal(number: number): string {
  return `${number}${{ 1: 'st', 2: 'nd', 3: 'rd' }[number] ?? 'th'}`
}

/** Whether somebody who does not play there may look on. */
export function canBeWatched({ status, options, seats }: TableSummary, me: string | undefined): boolean {
  const own = seats.some(({ player }) => player !== null && player === me)
  return status === 'playing' && options.spectators.type === 'anybody' && !own
}
