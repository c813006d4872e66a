/** What the client reads out of a position. It knows no rule: everything possible is what the server listed. */

import type { BoardPath } from '../board/marks'
import type { TicketView } from '../cards/tickets'
import type { MapSpec } from '../map/spec'
import type { PlayerLook } from '../players/looks'
import type { Barred, CardCounts, Edition, GameView, OwnSeat, OwnTicket } from '../protocol'
import { plural } from '../ui/words'
import type { Sitter } from './seats'

/**
 * The seat the viewer acts for now; none for a spectator. Where several people share a screen it is the one that is asked,
 * first of all whoever has the device; while nobody is asked it stays with them.
 */
export function seatToShow(game: GameView, atDevice: number | null = null): OwnSeat | null {
  const asked = game.own.filter(({ asked }) => asked.now !== 'wait')
  const candidates = asked.length > 0 ? asked : game.own
  return candidates.find(({ seat }) => seat === atDevice) ?? candidates[0] ?? null
}

/** Who has claimed what, by the looks of the players. */
export function claimsOf(
  game: GameView | undefined,
  sitters: readonly Pick<Sitter, 'look'>[],
): ReadonlyMap<number, PlayerLook> {
  return new Map(
    game?.seats.flatMap(({ routes }, seat) => {
      const look = sitters[seat]?.look
      return look ? routes.map((route) => [route, look] as const) : []
    }),
  )
}

/** What is drawn over the board while something is pointed at: the way of a ticket, or the longest path of a seat. */
export function pointedPaths(
  game: GameView | undefined,
  sitters: readonly Pick<Sitter, 'look'>[],
  pointed: { ticket: OwnTicket | undefined; seat: number | null },
): readonly BoardPath[] {
  if (pointed.ticket) return [{ routes: pointed.ticket.path }]
  if (pointed.seat === null) return []
  const [seat, color] = [game?.seats[pointed.seat], sitters[pointed.seat]?.look.fill]
  return seat && color ? [{ routes: seat.longest_path.routes, color }] : []
}

/** How many cards there are of all kinds. */
export function countOf(cards: CardCounts): number {
  return Object.values(cards).reduce((sum, count) => sum + count, 0)
}

/** Ways to pay by route, whether or not it is the seat's turn. */
export function paymentsByRoute(own: OwnSeat | null): Map<number, readonly CardCounts[]> {
  return new Map(own?.claims.flatMap(({ routes, payments }) => routes.map((route) => [route, payments] as const)))
}

/** One of each kind: of two sides of a double that cost the same, the first. */
export function distinctRoutes({ routes }: MapSpec, among: Iterable<number>): number[] {
  const seen = new Set<string>()
  return [...among].filter((route) => {
    const { a, b, color } = routes[route] ?? { a: '', b: '', color: '' }
    const kind = [a, b, color].join('|')
    return !seen.has(kind) && seen.add(kind)
  })
}

export function barsByRoute(own: OwnSeat | null): Map<number, Barred> {
  return new Map(own?.barred.flatMap(({ why, routes }) => routes.map((route) => [route, why] as const)))
}

export function refusalInWords(why: Barred, piece: string): string {
  switch (why) {
    case 'yours':
      return 'This route is yours.'
    case 'taken':
      return 'Somebody has claimed this route.'
    case 'other_side_yours':
      return 'You have the other side of this double.'
    case 'double_closed':
      return 'With so few players only one side of a double can be claimed.'
    case 'not_connected':
      return 'It does not connect to your routes.'
    case 'too_few_trains':
      return `You have too few ${plural(piece)} left.`
    case 'too_few_cards':
      return 'You do not have the cards for it.'
  }
}

export function ticketView(edition: Edition, own: OwnTicket): TicketView {
  const { a, b, points } = edition.tickets[own.ticket] ?? { a: '?', b: '?', points: 0 }
  const state = own.state === 'open' ? { kind: own.state, trains: own.trains } : { kind: own.state }
  return { id: own.ticket, a, b, points, state }
}

export interface Status {
  text: string
  /** The viewer is to act. */
  own: boolean
}

/** Whose turn it is and what can be done now. */
export function statusOf(game: GameView, own: OwnSeat | null, sitters: readonly Sitter[]): Status {
  const nameOf = (seat: number) => sitters[seat]?.name ?? `Seat ${seat + 1}`
  if (game.phase === 'ended') {
    const winners = game.score?.winners ?? []
    const names = new Intl.ListFormat('en').format(winners.map(nameOf))
    return { text: winners.length > 1 ? `${names} share the victory` : `${names} won the game`, own: false }
  }
  const last = game.turns_left === null ? '' : ' Last round!'
  const asked = own?.asked
  switch (asked?.now) {
    case 'turn': {
      const ways = [
        (asked.slots.length > 0 || asked.blind) && 'draw cards',
        asked.claim && 'claim a glowing route',
        asked.tickets && 'draw tickets',
        asked.pass && 'nothing is possible, so pass',
      ].filter((way) => way !== false)
      const whose = game.own.length > 1 ? `${nameOf(own?.seat ?? 0)}’s turn` : 'Your turn'
      return { text: `${whose}: ${new Intl.ListFormat('en', { type: 'disjunction' }).format(ways)}.${last}`, own: true }
    }
    case 'second_card':
      return {
        text: asked.slots.length > 0 ? 'Draw a second card from the row or the deck.' : 'Draw a second card.',
        own: true,
      }
    case 'tickets':
      return { text: `Choose your tickets: keep at least ${asked.least}.`, own: true }
  }
  if (game.phase === 'first_tickets') {
    return {
      text: `${new Intl.ListFormat('en').format(game.awaited.map(nameOf))} choose the first tickets.`,
      own: false,
    }
  }
  const what = { turn: 'is to move', second_card: 'draws a second card', tickets: 'chooses tickets' }[game.phase]
  return { text: `${nameOf(game.seat_in_turn)} ${what}.${last}`, own: false }
}
