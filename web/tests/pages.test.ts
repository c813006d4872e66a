import { describe, expect, test } from 'vitest'
import { stepsOf, totalsAfter } from '../src/game/telling'
import { statisticsOf } from '../src/game/statistics'
import { coveredFor } from '../src/game/hot-seat'
import { optionsInWords } from '../src/game/options-in-words'
import { seatToShow } from '../src/game/position'
import type { Sitter } from '../src/game/seats'
import { readUploads } from '../src/games/uploads'
import { longAgo, resultOf } from '../src/games/words'
import { FIRST_DRAFT, type Guest, planOf } from '../src/home/draft'
import { PLAYER_LOOKS } from '../src/players/looks'
import type { Edition, GameEvent, GameView, ScoreSheet, TableOptions } from '../src/protocol'
import { linkTo, momentOfEvent, momentOfTurn, momentsOf, readLink, turnStep } from '../src/replay/moments'
import { placeOf } from '../src/router.svelte'

const sitters: Sitter[] = (['red', 'blue'] as const).map((color, seat) => ({
  seat,
  look: PLAYER_LOOKS[color],
  name: ['Ann', 'Bert'][seat] ?? '',
  own: seat === 0,
  bot: null,
  away: false,
}))

const edition: Edition = {
  id: 'own',
  name: 'Own',
  text: '',
  documents: [],
  players: [2, 2],
  trains: 10,
  colors: ['red', 'blue'],
  cards_per_color: 9,
  locomotives: 2,
  hand: 4,
  row: 5,
  flush_at: 3,
  route_points: [1, 2, 4],
  ticket_rules: { deal: 3, keep: 2, draw: 3, draw_keep: 1, returned: 'bottom' },
  doubles_closed_up_to: 3,
  must_connect: false,
  end_at: 2,
  bonuses: { longest_path: 10, globetrotter: 15, attraction: 1 },
  set_up: '',
  map: { id: 'own', name: 'Own', piece: 'train', wild: 'Locomotive', cards: [] },
  deck: { id: 'own', name: 'Own', provenance: 'own' },
  cities: ['Alder', 'Birch', 'Cedar'].map((name) => ({ name, attraction: name === 'Birch' })),
  routes: [
    { a: 'Alder', b: 'Birch', color: 'red', length: 2 },
    { a: 'Birch', b: 'Cedar', color: 'gray', length: 3 },
  ],
  tickets: [
    { a: 'Alder', b: 'Birch', points: 4 },
    { a: 'Alder', b: 'Cedar', points: 7 },
  ],
}

describe('the score is told', () => {
  const score: ScoreSheet = {
    winners: [1],
    decided_by: 'longest_path',
    seats: [
      {
        seat: 0,
        route_points: 21,
        tickets: [
          { ticket: 0, done: true, points: 4, path: [0], gap: [] },
          { ticket: 1, done: false, points: -7, path: [0, 1], gap: [1] },
        ],
        ticket_points: -3,
        longest_path: { trains: 2, routes: [0] },
        bonuses: [{ bonus: 'attraction', points: 1, cities: [1] }],
        total: 19,
        rank: 2,
      },
      {
        seat: 1,
        route_points: 9,
        tickets: [],
        ticket_points: 0,
        longest_path: { trains: 3, routes: [1] },
        bonuses: [{ bonus: 'longest_path', points: 10, cities: [] }],
        total: 19,
        rank: 1,
      },
    ],
  }
  const steps = stepsOf(score, sitters, edition)

  test('in the order of a table, to the totals of the server', () => {
    expect(steps.map(({ text }) => text)).toEqual([
      'First the routes, as counted during the game',
      'Ann: Alder – Birch, linked, 4 points',
      'Ann: Alder – Cedar, 3 trains short, 7 points lost',
      'Ann’s longest path has 2 trains',
      'Bert’s longest path has 3 trains: the longest, 10 points',
      'Ann reached 1 attraction, 1 point',
      'Points and tickets are level; Bert has the longest path',
      'Bert wins with 19 points',
    ])
    expect(totalsAfter(steps, 1)).toEqual([21, 9])
    expect(totalsAfter(steps, steps.length)).toEqual(score.seats.map(({ total }) => total))
  })

  test('with the way of a ticket on the map, and what was lacking of it', () => {
    const failed = steps[2]
    expect(failed?.paths).toEqual([
      { routes: [0], color: PLAYER_LOOKS.red.fill },
      { routes: [1], missing: true },
    ])
    expect(failed?.cities).toEqual([0, 2])
    expect(failed?.ticket?.state).toEqual({ kind: 'failed' })
    expect(steps[4]?.paths).toEqual([{ routes: [1], color: PLAYER_LOOKS.blue.fill }])
    expect(steps[5]?.cities).toEqual([1])
  })
})

const game: GameEvent[] = (
  [
    { e: 'cards_dealt', seat: 0, cards: ['red', 'locomotive'] },
    { e: 'cards_dealt', seat: 1, cards: ['red', 'red'] },
    { e: 'tickets_kept', seat: 0, kept: [0, 1], returned: [2] },
    { e: 'tickets_kept', seat: 1, kept: [3], returned: [] },
    { e: 'turn_started', seat: 0, turn: 1 },
    { e: 'card_taken', seat: 0, slot: 1, card: 'red' },
    { e: 'slot_filled', slot: 1, card: 'blue' },
    { e: 'card_drawn', seat: 0, card: 'locomotive' },
    { e: 'turn_started', seat: 1, turn: 2 },
    { e: 'route_claimed', seat: 1, route: 1, payment: { red: 3 }, points: 4 },
    { e: 'turn_started', seat: 0, turn: 3 },
    { e: 'route_claimed', seat: 0, route: 0, payment: { red: 2 }, points: 2 },
    { e: 'game_ended', standings: [] },
  ] as const
).map((event, index) => ({ n: index + 1, ...event }) as unknown as GameEvent)

describe('the statistics', () => {
  const { seats, points } = statisticsOf(game, edition, 2)

  test('count routes, cards, tickets, turns and luck', () => {
    expect(seats[0]).toEqual({
      routes: 1,
      trains: 2,
      pointsPerTrain: 1,
      fromRow: 1,
      fromDeck: 1,
      wild: { had: 2, average: 0.3 },
      ticketsKept: 2,
      ticketsReturned: 1,
      turns: { cards: 1, claims: 1, tickets: 0, passes: 0 },
    })
    expect(seats[1]?.turns).toEqual({ cards: 0, claims: 1, tickets: 0, passes: 0 })
  })

  test('have the points after every turn', () => {
    expect(points).toEqual([
      [0, 0],
      [0, 0],
      [0, 4],
      [2, 4],
    ])
  })
})

describe('a replay', () => {
  const moments = momentsOf(game)

  test('stops at every action, with what followed from it', () => {
    expect(moments.map(({ first, n, turn, seat }) => [first, n, turn, seat])).toEqual([
      [1, 2, 0, null],
      [3, 3, 0, 0],
      [4, 5, 0, 1],
      [6, 7, 1, 0],
      [8, 9, 1, 0],
      [10, 11, 2, 1],
      [12, 12, 3, 0],
      [13, 13, 3, null],
    ])
    expect(momentsOf([])).toEqual([])
  })

  test('finds the moment of an event and of a turn', () => {
    expect(momentOfEvent(moments, 7)).toBe(3)
    expect(momentOfEvent(moments, 99)).toBe(7)
    expect(momentOfTurn(moments, 1)).toBe(4)
    expect(momentOfTurn(moments, 0)).toBe(2)
    expect(momentOfTurn(moments, 99)).toBe(7)
  })

  test('goes by whole turns from wherever it is', () => {
    expect(turnStep(moments, 3, 1)).toBe(4)
    expect(turnStep(moments, 4, 1)).toBe(5)
    expect(turnStep(moments, 4, -1)).toBe(2)
    expect(turnStep(moments, 0, -1)).toBe(2)
    expect(turnStep(moments, 7, 1)).toBe(7)
  })

  test('can be linked to at any moment, and the link leads there', () => {
    for (const at of moments.keys()) {
      const { turn, event } = readLink(linkTo(moments, at, 'all'))
      expect(event !== undefined ? momentOfEvent(moments, event) : momentOfTurn(moments, turn ?? -1)).toBe(at)
    }
    expect(linkTo(moments, 4, 1)).toBe('?turn=1&viewer=1')
    expect(readLink('?turn=1e3&event=-2&viewer=root')).toEqual({})
  })
})

describe('several people at one screen', () => {
  const position = (asked: number[]): GameView =>
    ({ own: [0, 2].map((seat) => ({ seat, asked: { now: asked.includes(seat) ? 'turn' : 'wait' } })) }) as GameView

  test('the device stays with whoever has it until somebody else is asked', () => {
    expect(seatToShow(position([0, 2]), 2)?.seat).toBe(2)
    expect(seatToShow(position([0]), 2)?.seat).toBe(0)
    expect(seatToShow(position([]), 2)?.seat).toBe(2)
  })

  test('nobody reads what another one drew', () => {
    const covered = coveredFor(game, 1)
    const secrets = JSON.stringify(covered.filter((event) => 'seat' in event && event.seat === 0))
    expect(secrets).not.toContain('locomotive')
    expect(covered[2]).toMatchObject({ kept: 2, returned: 1 })
    expect(covered[3]).toEqual(game[3])
  })
})

describe('a new table', () => {
  const bot: Guest = { kind: 'bot', bot: 'greedy' }

  test('against bots begins at once', () => {
    const plan = planOf(FIRST_DRAFT, 'usa-classic', [bot, bot], 'n')
    expect(plan).toMatchObject({ complete: true, sitting: [], table: { bots: ['greedy', 'greedy'], start: true } })
    expect(plan.table.options).toMatchObject({ seats: 3, hot_seat: false, first_seat: { type: 'random' } })
    expect(plan.table.options.deal).toBeUndefined()
  })

  test('with people at this screen seats them before the bots, then begins', () => {
    const plan = planOf(FIRST_DRAFT, 'nyc', [bot, { kind: 'here', name: 'Eve' }], 'n')
    expect(plan).toMatchObject({ complete: true, sitting: [{ seat: 1, name: 'Eve' }], table: { start: false } })
    expect(plan.table.options.hot_seat).toBe(true)
  })

  test('waits for people who are invited', () => {
    expect(planOf(FIRST_DRAFT, 'nyc', [{ kind: 'invited' }], 'n')).toMatchObject({
      complete: false,
      table: { start: false },
    })
  })

  test('has every option that was chosen', () => {
    const draft = { ...FIRST_DRAFT, clock: 'bank', bankMinutes: 5, increment: 3, delay: 30, standInAfter: 0 } as const
    const { options } = planOf({ ...draft, firstSeat: 1, deal: ' club ' }, 'nyc', [bot], 'n').table
    expect(options).toMatchObject({
      clock: { type: 'bank', seconds: 300, increment_s: 3 },
      spectators: { type: 'anybody', delay_s: 30 },
      stand_in: { bot: 'greedy', after_s: null },
      first_seat: { type: 'chosen', seat: 1 },
      deal: 'club',
    })
    // A seat that is gone since it was chosen.
    expect(planOf({ ...FIRST_DRAFT, firstSeat: 4 }, 'nyc', [bot], 'n').table.options.first_seat).toEqual({
      type: 'random',
    })
  })
})

test('what was agreed is told in sentences', () => {
  const { options } = planOf({ ...FIRST_DRAFT, clock: 'bank', delay: 120, deal: 'club' }, 'nyc', [], 'n').table
  const words = optionsInWords(options as Required<TableOptions>, [])
  expect(words).toContain('Everybody has 15 minutes for the game, and 15 seconds more after each turn.')
  expect(words).toContain('People may watch, 2 minutes behind the game.')
  expect(words).toContain('The cards are those of the deal code club.')
  expect(words.every((text) => /^[A-Z].*\.$/.test(text))).toBe(true)
})

test('results and times are told in words', () => {
  const seat = (yours: boolean, rank: number, total: number) =>
    ({ color: 'red', player: null, name: 'x', bot: null, yours, rank, total }) as const
  expect(resultOf([seat(true, 1, 90), seat(false, 2, 80)])).toBe('won, 90 points')
  expect(resultOf([seat(true, 1, 90), seat(false, 1, 90)])).toBe('shared victory, 90 points')
  expect(resultOf([seat(false, 1, 90), seat(true, 2, 80)])).toBe('2nd of 2, 80 points')
  const now = Date.UTC(2026, 0, 20)
  expect(longAgo(now - 30_000, now)).toBe('just now')
  expect(longAgo(now - 2 * 3_600_000, now)).toBe('2 hours ago')
  expect(longAgo(now - 86_400_000, now)).toBe('yesterday')
  expect(longAgo(now - 10 * 86_400_000, now)).toMatch(/January.*2026/)
})

test('every page has an address, and nothing else has', () => {
  const id = '0f8e7d6c5b4a39281706f5e4d3c2b1a0'
  expect(placeOf('/')).toEqual({ page: 'home' })
  expect(placeOf('/games')).toEqual({ page: 'games' })
  expect(placeOf(`/table/${id}/`)).toEqual({ page: 'table', table: id })
  expect(placeOf(`/table/${id}/replay`)).toEqual({ page: 'replay', source: { kind: 'table', id } })
  expect(placeOf(`/record/${id}`)).toEqual({ page: 'replay', source: { kind: 'record', id } })
  for (const path of ['/table/1', '/games/1', '/record', `/table/${id}/x`, `/record/${id}/replay`, '/toString'])
    expect(placeOf(path)).toEqual({ page: 'nowhere' })
})

test('uploads are remembered unless what is stored makes no sense', () => {
  const good = { id: '0'.repeat(32), name: 'a.jsonl', at: 1 }
  expect(readUploads(JSON.stringify([good, { ...good, id: '../x' }, null, 3]))).toEqual([good])
  expect(readUploads('{')).toEqual([])
  expect(readUploads(null)).toEqual([])
})
