/** What a finished game was like, in figures. Counted from its events; nothing in it decides anything. */

import { LOCOMOTIVE } from '../map/spec'
import type { Edition, GameEvent, Hidden } from '../protocol'

export interface SeatStatistics {
  routes: number
  /** Pieces on the map. */
  trains: number
  /** Points of the routes for each piece. */
  pointsPerTrain: number
  fromRow: number
  fromDeck: number
  /** Wild cards among those that came unseen, the first hand included, and how many the average would be. */
  wild: { had: number; average: number }
  ticketsKept: number
  ticketsReturned: number
  turns: { cards: number; claims: number; tickets: number; passes: number }
}

export interface Statistics {
  seats: readonly SeatStatistics[]
  /** Route points after each turn, by seat; the first entry is before the first turn. */
  points: readonly (readonly number[])[]
}

const listed = <T>(hidden: Hidden<readonly T[]>): readonly T[] => (typeof hidden === 'number' ? [] : hidden)

/** `events` are those of an all-seeing replay. */
export function statisticsOf(events: readonly GameEvent[], edition: Edition, players: number): Statistics {
  const counts = Array.from({ length: players }, () => ({
    routes: 0,
    trains: 0,
    points: 0,
    fromRow: 0,
    fromDeck: 0,
    unseen: 0,
    wild: 0,
    kept: 0,
    returned: 0,
    turns: { cards: 0, claims: 0, tickets: 0, passes: 0 },
  }))
  const scores: number[][] = [counts.map(() => 0)]
  // A turn is counted at its first action: the second card belongs to the first.
  let begun = true
  const turnOf = (seat: number, kind: keyof SeatStatistics['turns']) => {
    const own = counts[seat]
    if (own && !begun) own.turns[kind] += 1
    begun = true
  }
  for (const event of events) {
    const own = 'seat' in event ? counts[event.seat] : undefined
    switch (event.e) {
      case 'turn_started':
        if (event.turn > 1) scores.push(counts.map(({ points }) => points))
        begun = false
        break
      case 'cards_dealt':
        if (own) {
          const cards = listed(event.cards)
          own.unseen += cards.length
          own.wild += cards.filter((card) => card === LOCOMOTIVE).length
        }
        break
      case 'card_drawn':
        if (own) {
          own.fromDeck += 1
          own.unseen += 1
          if (event.card === LOCOMOTIVE) own.wild += 1
        }
        turnOf(event.seat, 'cards')
        break
      case 'card_taken':
        if (own) own.fromRow += 1
        turnOf(event.seat, 'cards')
        break
      case 'route_claimed':
        if (own) {
          own.routes += 1
          own.trains += edition.routes[event.route]?.length ?? 0
          own.points += event.points
        }
        turnOf(event.seat, 'claims')
        break
      case 'tickets_drawn':
        turnOf(event.seat, 'tickets')
        break
      case 'tickets_kept':
        if (own) {
          own.kept += listed(event.kept).length
          own.returned += listed(event.returned).length
        }
        break
      case 'turn_passed':
        turnOf(event.seat, 'passes')
        break
      default:
        break
    }
  }
  scores.push(counts.map(({ points }) => points))
  const deck = edition.colors.length * edition.cards_per_color + edition.locomotives
  return {
    points: scores,
    seats: counts.map((own) => ({
      routes: own.routes,
      trains: own.trains,
      pointsPerTrain: own.trains === 0 ? 0 : own.points / own.trains,
      fromRow: own.fromRow,
      fromDeck: own.fromDeck,
      wild: { had: own.wild, average: deck === 0 ? 0 : (own.unseen * edition.locomotives) / deck },
      ticketsKept: own.kept,
      ticketsReturned: own.returned,
      turns: own.turns,
    })),
  }
}
