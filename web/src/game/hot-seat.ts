/** Several people at one screen: the server tells their client everything they know together, but each may see only the own part. */

import type { GameEvent, Hidden } from '../protocol'

const count = <T>(hidden: Hidden<readonly T[]>): number => (typeof hidden === 'number' ? hidden : hidden.length)

/** The events as whoever has the device may read them: what others drew is covered. */
export function coveredFor(events: readonly GameEvent[], seat: number | null): GameEvent[] {
  return events.map((event): GameEvent => {
    if (!('seat' in event) || event.seat === seat) return event
    switch (event.e) {
      case 'cards_dealt':
        return { ...event, cards: count(event.cards) }
      case 'card_drawn':
        return { ...event, card: 1 }
      case 'tickets_dealt':
      case 'tickets_drawn':
        return { ...event, tickets: count(event.tickets) }
      case 'tickets_kept':
        return { ...event, kept: count(event.kept), returned: count(event.returned) }
      default:
        return event
    }
  })
}
