/** Which routes and cities of the map are marked, and why. */

import type { CityMark, RouteMark } from '../board/marks'
import type { MapSpec } from '../map/spec'
import type { Barred, Edition, OwnTicket } from '../protocol'

export interface RouteFocus {
  bars: ReadonlyMap<number, Barred>
  claimed: { has(route: number): boolean }
  claimable: Iterable<number>
  /** Being looked at or paid for. */
  selected: readonly number[]
}

/** Later marks win over earlier ones. */
export function routeMarks({ bars, claimed, claimable, selected }: RouteFocus): Map<number, RouteMark> {
  const marks = new Map<number, RouteMark>()
  for (const [route, why] of bars) {
    const closed = why === 'double_closed' || why === 'other_side_yours'
    if (closed && !claimed.has(route)) marks.set(route, 'closed')
  }
  for (const route of claimable) marks.set(route, 'claimable')
  for (const route of selected) marks.set(route, 'selected')
  return marks
}

/** The cities of the tickets; those of the one pointed at most of all. */
export function cityMarksOf(
  spec: MapSpec,
  edition: Edition,
  tickets: readonly OwnTicket[],
  pointed: number | null,
): Map<number, CityMark> {
  const marks = new Map<number, CityMark>()
  const mark = (ticket: number, kind: CityMark) => {
    const ends = edition.tickets[ticket]
    for (const end of ends ? [ends.a, ends.b] : []) {
      const city = spec.cities.findIndex(({ name }) => name === end)
      if (city >= 0) marks.set(city, kind)
    }
  }
  for (const { ticket, state } of tickets) if (state === 'done') mark(ticket, 'done')
  for (const { ticket, state } of tickets) if (state !== 'done') mark(ticket, 'ticket')
  if (pointed !== null) mark(pointed, 'focus')
  return marks
}
