/** The story of the game in words, from the events the viewer was told. */

import { countsInWords, kindInWords } from '../cards/cards'
import { LOCOMOTIVE, type MapSpec, routeName } from '../map/spec'
import type { GameEvent, Hidden } from '../protocol'
import { counted } from '../ui/words'

export interface LogEntry {
  /** The number of its first event. */
  n: number
  seat: number | null
  /** Unknown before the first turn that was told. */
  turn: number | null
  text: string
  /** What the map shows when it is pointed at. */
  routes: readonly number[]
}

interface Draw {
  from: 'deck' | 'row'
  /** `null` when the viewer did not see it. */
  card: string | null
}

/** "took red and a locomotive from the row", "drew 2 cards from the deck", "took red from the row and drew from the deck". */
function drawsInWords(draws: readonly Draw[]): string {
  const [first, second] = draws
  if (second && first?.from === second.from && (first.card === null) === (second.card === null)) {
    const cards = first.card === null ? '2 cards' : `${first.card} and ${second.card}`
    return `${first.from === 'deck' ? 'drew' : 'took'} ${cards} from the ${first.from}`
  }
  return draws
    .map(({ from, card }) => `${from === 'deck' ? 'drew' : 'took'}${card === null ? '' : ` ${card}`} from the ${from}`)
    .join(' and ')
}

const countOf = (hidden: Hidden<readonly unknown[]>) => (typeof hidden === 'number' ? hidden : hidden.length)

/** Lines, the oldest first. The cards of one turn stand in one line. */
export function logOf(events: readonly GameEvent[], spec: MapSpec, names: readonly string[]): LogEntry[] {
  const entries: LogEntry[] = []
  let turn: number | null = null
  /** The draws of one turn, which stand in one line. */
  let drawing: { seat: number; turn: number | null; draws: Draw[] } | null = null
  const nameOf = (seat: number) => names[seat] ?? `Seat ${seat + 1}`
  const card = (kind: string) => (kind === LOCOMOTIVE ? `a ${kindInWords(spec.map, kind)}` : kind)

  const add = (n: number, seat: number | null, text: string, routes: readonly number[] = []) => {
    drawing = null
    entries.push({ n, seat, turn, text: seat === null ? text : `${nameOf(seat)} ${text}`, routes })
  }
  const draw = (n: number, seat: number, drawn: Draw) => {
    const last = entries.at(-1)
    if (last && drawing?.seat === seat && drawing.turn === turn) {
      drawing.draws.push(drawn)
      last.text = `${nameOf(seat)} ${drawsInWords(drawing.draws)}`
    } else {
      add(n, seat, drawsInWords([drawn]))
      drawing = { seat, turn, draws: [drawn] }
    }
  }

  for (const event of events) {
    switch (event.e) {
      case 'turn_started':
        turn = event.turn
        break
      case 'card_drawn':
        draw(event.n, event.seat, { from: 'deck', card: typeof event.card === 'number' ? null : card(event.card) })
        break
      case 'card_taken':
        draw(event.n, event.seat, { from: 'row', card: card(event.card) })
        break
      case 'route_claimed': {
        const route = spec.routes[event.route]
        const name = route ? routeName(route) : `route ${event.route}`
        const cards = countsInWords(spec.map, event.payment)
        add(event.n, event.seat, `claimed ${name} with ${cards}, ${counted(event.points, 'point')}`, [event.route])
        break
      }
      case 'tickets_drawn':
        add(event.n, event.seat, `drew ${counted(countOf(event.tickets), 'ticket')}`)
        break
      case 'tickets_kept':
        add(event.n, event.seat, `kept ${counted(countOf(event.kept), 'ticket')}`)
        break
      case 'row_flushed':
        add(event.n, null, `Too many ${kindInWords(spec.map, LOCOMOTIVE)}s: the row was replaced`)
        break
      case 'deck_reshuffled':
        add(event.n, null, `The deck was shuffled from ${event.cards} discarded cards`)
        break
      case 'turn_passed':
        add(event.n, event.seat, 'passed')
        break
      case 'final_round':
        add(event.n, event.seat, `began the last round`)
        break
      case 'game_ended':
        add(event.n, null, 'The game is over')
        break
      case 'cards_dealt':
      case 'tickets_dealt':
      case 'slot_filled':
      case 'returns_placed':
        break
    }
  }
  return entries
}
