import usa from 'virtual:map/usa'
import { describe, expect, test } from 'vitest'
import { logOf } from '../src/game/log'
import { barsByRoute, paymentsByRoute, seatToShow, statusOf } from '../src/game/position'
import { scoreColumns, tieBreakOf } from '../src/game/scoring'
import type { Sitter } from '../src/game/seats'
import { PLAYER_LOOKS } from '../src/players/looks'
import type { Asked, GameView, OwnSeat, SeatScore } from '../src/protocol'

const own = (seat: number, asked: Asked): OwnSeat => ({
  seat,
  hand: { red: 3 },
  tickets: [],
  asked,
  claims: [{ routes: [3, 4], payments: [{ red: 3 }, { red: 2, locomotive: 1 }] }],
  barred: [{ why: 'taken', routes: [1] }],
})
const position = (more: Partial<GameView>): GameView => ({
  n: 1,
  phase: 'turn',
  seat_in_turn: 1,
  turn: 4,
  turns_left: null,
  awaited: [1],
  row: [],
  deck: 9,
  discards: {},
  ticket_deck: 3,
  seats: [],
  own: [],
  score: null,
  ...more,
})
const sitters: Sitter[] = [
  { seat: 0, look: PLAYER_LOOKS.red, name: 'Ann', own: true, bot: null, away: false },
  { seat: 1, look: PLAYER_LOOKS.blue, name: 'Bert', own: false, bot: null, away: false },
]
const TURN: Asked = { now: 'turn', slots: [0], blind: true, tickets: true, claim: false, pass: false }

describe('a position', () => {
  test('lists ways to pay and reasons against by route', () => {
    const seat = own(0, TURN)
    expect(paymentsByRoute(seat).get(4)).toHaveLength(2)
    expect(paymentsByRoute(seat).has(1)).toBe(false)
    expect(barsByRoute(seat).get(1)).toBe('taken')
    expect(paymentsByRoute(null).size).toBe(0)
  })

  test('shows the seat that is asked, in hot-seat', () => {
    expect(seatToShow(position({ own: [own(0, { now: 'wait' }), own(1, TURN)] }))?.seat).toBe(1)
    expect(seatToShow(position({}))).toBeNull()
  })

  test('says what can be done, and nothing that cannot', () => {
    const seat = own(0, TURN)
    expect(statusOf(position({ own: [seat] }), seat, sitters)).toEqual({
      text: 'Your turn: draw cards or draw tickets.',
      own: true,
    })
    expect(statusOf(position({ turns_left: 1 }), null, sitters)).toEqual({
      text: 'Bert is to move. Last round!',
      own: false,
    })
  })
})

describe('the log', () => {
  test('tells a claim with its cards and points', () => {
    const route = usa.routes.findIndex(({ a, b }) => a === 'Denver' && b === 'Omaha')
    const [entry] = logOf([{ n: 1, e: 'route_claimed', seat: 0, route, payment: { purple: 4 }, points: 7 }], usa, [
      'Ann',
      'Bert',
    ])
    expect(entry?.text).toBe('Ann claimed Denver – Omaha with 4 purple, 7 points')
    expect(entry?.routes).toEqual([route])
  })

  test('tells the two cards of a turn in one line, and hides what is hidden', () => {
    const lines = logOf(
      [
        { n: 1, e: 'turn_started', seat: 1, turn: 1 },
        { n: 2, e: 'card_drawn', seat: 1, card: 1 },
        { n: 3, e: 'card_taken', seat: 1, slot: 2, card: 'red' },
        { n: 4, e: 'slot_filled', slot: 2, card: 'blue' },
        { n: 5, e: 'turn_started', seat: 0, turn: 2 },
        { n: 6, e: 'card_drawn', seat: 0, card: 'locomotive' },
        { n: 7, e: 'card_drawn', seat: 0, card: 'red' },
        { n: 8, e: 'turn_started', seat: 1, turn: 3 },
        { n: 9, e: 'card_drawn', seat: 1, card: 1 },
        { n: 10, e: 'card_drawn', seat: 1, card: 1 },
      ],
      usa,
      ['Ann', 'Bert'],
    )
    expect(lines.map(({ text }) => text)).toEqual([
      'Bert drew from the deck and took red from the row',
      'Ann drew a locomotive and red from the deck',
      'Bert drew 2 cards from the deck',
    ])
  })
})

describe('the score', () => {
  const score = (seat: number, points: number, bonus: number): SeatScore => ({
    seat,
    route_points: points,
    tickets: [
      { ticket: 0, done: true, points: 8, path: [1], gap: [] },
      { ticket: 1, done: false, points: -5, path: [], gap: [] },
    ],
    ticket_points: 3,
    longest_path: { trains: 12, routes: [1] },
    bonuses: bonus > 0 ? [{ bonus: 'longest_path', points: bonus, cities: [] }] : [],
    total: points + 3 + bonus,
    rank: 1,
  })
  const sheet = { seats: [score(0, 20, 10), score(1, 22, 0)], winners: [0], decided_by: 'total' as const }

  test('adds up to the total the server gave, with the same lines for everybody', () => {
    const columns = scoreColumns(sheet, sitters)
    for (const [index, column] of columns.entries()) {
      expect(column.lines.reduce((sum, { points }) => sum + points, 0)).toBe(sheet.seats[index]?.total)
    }
    expect(columns.map(({ lines }) => lines.map(({ reason }) => reason))).toEqual(
      Array(2).fill(['Routes', 'Tickets done', 'Tickets failed', 'Longest path']),
    )
  })

  test('names the tie-break only when there was one', () => {
    expect(tieBreakOf(sheet, sitters)).toBeNull()
    expect(tieBreakOf({ ...sheet, decided_by: 'tickets_done' }, sitters)).toContain('Ann completed more tickets')
  })
})
