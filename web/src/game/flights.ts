/** Cards that move across the table when somebody draws. */

import type { GameEvent } from '../protocol'

export interface Flight {
  /** Where it starts: a place of the row, or the deck. */
  from: number | 'deck' | 'tickets'
  seat: number
  /** `null` for a back. */
  card: string | null
}

/** More at once were missed, not watched: then nothing flies. */
const MOST_AT_ONCE = 4

export function flightsOf(events: readonly GameEvent[]): Flight[] {
  const flights = events.flatMap((event): Flight[] => {
    switch (event.e) {
      case 'card_taken':
        return [{ from: event.slot, seat: event.seat, card: event.card }]
      case 'card_drawn':
        return [{ from: 'deck', seat: event.seat, card: typeof event.card === 'string' ? event.card : null }]
      case 'tickets_drawn':
        return [{ from: 'tickets', seat: event.seat, card: null }]
      default:
        return []
    }
  })
  return flights.length > MOST_AT_ONCE ? [] : flights
}
