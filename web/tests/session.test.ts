import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ClientMessage, GameUpdate, ServerMessage } from '../src/protocol'
import { Connection, type Link, type Listener, type Wire } from '../src/session/connection'
import { sentence } from '../src/session/rest'
import { eventsAfter, eventsFrom, type ReadHistory, TableSession } from '../src/session/table.svelte'

class FakeWire implements Wire {
  sent: ClientMessage[] = []
  readonly heard: (data: unknown) => void
  readonly break: () => void
  constructor(heard: (data: unknown) => void, closed: () => void) {
    this.heard = heard
    this.break = closed
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientMessage)
  }
  close(): void {
    // The test breaks connections itself.
  }
  tell(message: ServerMessage): void {
    this.heard(JSON.stringify(message))
  }
  welcome(): void {
    this.tell({ type: 'welcome', me: { player: 'p', name: 'Ann', account: false }, version: '0' })
  }
}

function setUp() {
  const wires: FakeWire[] = []
  const links: Link[] = []
  const connection = new Connection({
    connect: (heard, closed) => {
      const wire = new FakeWire(heard, closed)
      wires.push(wire)
      return wire
    },
    linkChanged: (link) => links.push(link),
    complained: () => undefined,
  })
  const wire = (index: number) => {
    const found = wires[index]
    if (!found) throw new Error(`there is no connection ${index}`)
    return found
  }
  return { connection, wires, wire, links }
}

const update = (seq: number, more: Partial<GameUpdate> = {}): GameUpdate => ({
  table: 't',
  seq,
  continues: true,
  events: [],
  undone: false,
  game: {
    n: seq,
    phase: 'turn',
    seat_in_turn: 0,
    turn: 1,
    turns_left: null,
    awaited: [0],
    row: [],
    deck: 0,
    discards: {},
    ticket_deck: 0,
    seats: [],
    own: [],
    score: null,
  },
  clocks: { left_ms: [], running: [], at: 0 },
  can_undo: null,
  ...more,
})

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the connection', () => {
  const deaf: Listener = { heard: () => undefined, answered: () => undefined }

  test('resumes a table from the last number it saw', () => {
    const { connection, wire, links } = setUp()
    connection.watch('t', deaf)
    wire(0).welcome()
    expect(wire(0).sent).toEqual([{ type: 'watch', table: 't', from: null }])
    wire(0).tell({ type: 'game', ...update(41) })
    wire(0).break()
    vi.advanceTimersByTime(250)
    wire(1).welcome()
    expect(wire(1).sent).toEqual([{ type: 'watch', table: 't', from: 41 }])
    expect(links).toEqual(['connecting', 'open', 'lost', 'open'])
  })

  test('waits longer after each failure, and not after a success', () => {
    const { connection, wires, wire } = setUp()
    connection.watch('t', deaf)
    wire(0).break()
    vi.advanceTimersByTime(250)
    wire(1).break()
    vi.advanceTimersByTime(499)
    expect(wires).toHaveLength(2)
    vi.advanceTimersByTime(1)
    wire(2).welcome()
    wire(2).break()
    vi.advanceTimersByTime(250)
    expect(wires).toHaveLength(4)
  })

  test('gives a silent connection up', () => {
    const { connection, wires, wire } = setUp()
    connection.watch('t', deaf)
    wire(0).welcome()
    vi.advanceTimersByTime(44_000)
    wire(0).tell({ type: 'pong', n: 0 })
    vi.advanceTimersByTime(44_000)
    expect(wires).toHaveLength(1)
    vi.advanceTimersByTime(2_000)
    expect(wires).toHaveLength(2)
  })
})

describe('an action', () => {
  const acts = (wire: FakeWire) => wire.sent.filter(({ type }) => type === 'act')

  function playing(refused: (text: string) => void = () => undefined) {
    const around = setUp()
    const table = new TableSession('t', around.connection, { refused }, async () => ({ events: [] }))
    around.wire(0).welcome()
    around.wire(0).tell({ type: 'game', ...update(5) })
    table.act(0, { type: 'draw_blind' })
    return { ...around, table }
  }

  test('is sent once however often it is clicked', () => {
    const { table, wire } = playing()
    table.act(0, { type: 'draw_blind' })
    expect(acts(wire(0))).toHaveLength(1)
  })

  test('is sent again unchanged after the connection broke, and only until it is answered', () => {
    const { wire, table } = playing()
    const [first] = acts(wire(0))
    wire(0).break()
    vi.advanceTimersByTime(250)
    wire(1).welcome()
    expect(acts(wire(1))).toEqual([first])
    const id = table.pending?.id ?? ''
    wire(1).tell({ type: 'game', ...update(6) })
    expect(table.pending).not.toBeNull()
    wire(1).tell({ type: 'done', table: 't', id, seq: 6 })
    expect(table.pending).toBeNull()
    wire(1).break()
    vi.advanceTimersByTime(250)
    wire(2).welcome()
    expect(acts(wire(2))).toEqual([])
  })

  test('blocks the next until the position after it is known', () => {
    const { wire, table } = playing()
    wire(0).tell({ type: 'done', table: 't', id: table.pending?.id ?? '', seq: 6 })
    expect(table.pending).not.toBeNull()
    wire(0).tell({ type: 'game', ...update(6) })
    expect(table.pending).toBeNull()
  })

  test('that could not be stored is tried again by itself', () => {
    const { wire, table } = playing()
    const id = table.pending?.id ?? ''
    wire(0).tell({ type: 'refused', table: 't', id, code: 'not_stored', text: 'disk full' })
    vi.advanceTimersByTime(1000)
    expect(acts(wire(0))).toHaveLength(2)
    expect(table.pending).not.toBeNull()
  })

  test('that is refused says why and frees the table', () => {
    const refused = vi.fn()
    const { wire, table } = playing(refused)
    wire(0).tell({ type: 'refused', table: 't', id: table.pending?.id ?? '', code: 'stale', text: 'moved on' })
    expect(refused).toHaveBeenCalledWith('moved on')
    expect(table.pending).toBeNull()
  })
})

describe('the log', () => {
  const event = (n: number) => ({ n, e: 'turn_passed', seat: 0 }) as const
  const at = (n: number) => update(n, { continues: false, game: { ...update(1).game, n } })

  test('is whole after the page was opened in the middle of a game, and grows from there', async () => {
    const { connection, wire } = setUp()
    const history = vi.fn(async () => ({ events: [1, 2, 3, 4].map(event) }))
    const table = new TableSession('t', connection, {}, history)
    wire(0).welcome()
    wire(0).tell({ type: 'game', ...at(3) })
    // Heard before the history is here, which knows it already.
    wire(0).tell({ type: 'game', ...update(4, { events: [event(4)], game: { ...update(1).game, n: 4 } }) })
    await vi.waitFor(() => expect(table.events.map(({ n }) => n)).toEqual([1, 2, 3, 4]))
    wire(0).tell({ type: 'game', ...update(5, { events: [event(5)], game: { ...update(1).game, n: 5 } }) })
    expect(table.events.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5])
    expect(history).toHaveBeenCalledOnce()
    expect(table.sawTheEnd).toBe(false)
  })

  test('is asked for again if it could not be had', async () => {
    const { connection, wire } = setUp()
    const history = vi.fn<ReadHistory>().mockRejectedValueOnce(new Error('no connection'))
    history.mockResolvedValue({ events: [event(1), event(2)] })
    const table = new TableSession('t', connection, {}, history)
    wire(0).welcome()
    wire(0).tell({ type: 'game', ...at(1) })
    await vi.waitFor(() => expect(history).toHaveBeenCalledOnce())
    await Promise.resolve()
    wire(0).tell({ type: 'game', ...at(2) })
    await vi.waitFor(() => expect(table.events).toHaveLength(2))
  })

  test('does not tell what the position does not show yet', () => {
    expect(eventsFrom([1, 2, 3].map(event), [], at(2)).map(({ n }) => n)).toEqual([1, 2])
  })
})

describe('known events', () => {
  const event = (n: number) => ({ n, e: 'turn_passed', seat: 0 }) as const

  test('continue without doubles', () => {
    const known = [event(1), event(2)]
    const next = update(9, { events: [event(2), event(3)] })
    expect(eventsAfter(known, next).map(({ n }) => n)).toEqual([1, 2, 3])
  })

  test('lose what was taken back', () => {
    const undone = update(9, { undone: true, game: { ...update(1).game, n: 1 } })
    expect(eventsAfter([event(1), event(2)], undone).map(({ n }) => n)).toEqual([1])
  })
})

test('refusals are shown as sentences', () => {
  expect(sentence('somebody sits there already')).toBe('Somebody sits there already.')
  expect(sentence('Really?')).toBe('Really?')
})
