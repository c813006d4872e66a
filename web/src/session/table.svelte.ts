/** One table as the viewer knows it: what the server told, the log made of it, and the action on its way. */

import type { ChatLine, Emote, GameEvent, GameUpdate, PlayerAction, ServerMessage, TableState } from '../protocol'
import type { Connection } from './connection'
import type { Answer, Request } from './outbox'
import { rest } from './rest'
import { rollNonce } from './session.svelte'

export interface TableEvents {
  /** After the position was replaced. */
  updated?: (update: GameUpdate, before: GameUpdate | null) => void
  refused?: (text: string) => void
  emote?: (name: string, emote: Emote) => void
}

/** Everything that happened at a table so far. */
export type ReadHistory = (table: string) => Promise<{ events: readonly GameEvent[] }>

/** An action that was sent. It is over when its answer and the position after it are both here. */
interface Pending {
  id: string
  doneAt: number | null
}

export class TableSession {
  readonly id: string
  state = $state.raw<TableState | null>(null)
  update = $state.raw<GameUpdate | null>(null)
  /** Everything that happened, without what was taken back: at first since the page was opened, soon from the start. */
  events = $state.raw<readonly GameEvent[]>([])
  /** The game ended while this page was open. */
  sawTheEnd = $state(false)
  chat = $state.raw<readonly ChatLine[]>([])
  /** The last line of the chat that is no news. */
  readUpTo = $state(0)
  /** Why the table cannot be shown. */
  problem = $state<string | null>(null)
  pending = $state.raw<Pending | null>(null)

  readonly #connection: Connection
  readonly #on: TableEvents
  readonly #prefix = rollNonce().slice(0, 12)
  readonly #leave: () => void
  readonly #history: ReadHistory
  #count = 0
  #reading = false

  constructor(id: string, connection: Connection, on: TableEvents = {}, history: ReadHistory = rest.history) {
    this.id = id
    this.#connection = connection
    this.#on = on
    this.#history = history
    this.#leave = connection.watch(id, {
      heard: (message) => this.#heard(message),
      answered: (request, answer) => this.#answered(request, answer),
    })
  }

  close(): void {
    this.#leave()
  }

  /** One at a time: a second click while the first is on its way does nothing. */
  act(seat: number, action: PlayerAction): void {
    this.#request((id, seq) => ({ type: 'act', table: this.id, id, seq, seat, action }))
  }

  undo(seat: number): void {
    this.#request((id, seq) => ({ type: 'undo', table: this.id, id, seq, seat }))
  }

  say(text: string): boolean {
    return this.#connection.say({ type: 'say', table: this.id, text })
  }

  gesture(emote: Emote): boolean {
    return this.#connection.say({ type: 'emote', table: this.id, emote })
  }

  #request(make: (id: string, seq: number) => Request): void {
    if (this.pending || !this.update) return
    const id = `${this.#prefix}-${++this.#count}`
    this.pending = { id, doneAt: null }
    this.#connection.request(make(id, this.update.seq))
  }

  #heard(message: ServerMessage): void {
    switch (message.type) {
      case 'table':
        this.state = message.state
        this.problem = null
        break
      case 'game':
        this.#moved(message)
        break
      case 'chat': {
        const last = this.chat.at(-1)?.seq ?? -1
        // What comes before the game was said before the page was opened.
        if (!this.update) this.readUpTo = Math.max(this.readUpTo, ...message.lines.map(({ seq }) => seq))
        this.chat = [...this.chat, ...message.lines.filter((line) => line.seq > last)]
        break
      }
      case 'emote':
        this.#on.emote?.(message.name, message.emote)
        break
      case 'refused':
        if (this.state) this.#on.refused?.(message.text)
        else this.problem = message.text
        break
    }
  }

  #moved(update: GameUpdate): void {
    const before = this.update
    if (before && update.seq < before.seq) return
    this.update = update
    this.events = eventsAfter(this.events, update)
    if (update.continues && update.events.some(({ e }) => e === 'game_ended')) this.sawTheEnd = true
    if (this.events.length < update.game.n) void this.#readHistory()
    this.#settle()
    this.#on.updated?.(update, before)
  }

  /** Fetches what happened before the page was opened, or was missed for too long. Without it the log begins later. */
  async #readHistory(): Promise<void> {
    if (this.#reading) return
    this.#reading = true
    try {
      const { events } = await this.#history(this.id)
      if (this.update) this.events = eventsFrom(events, this.events, this.update)
    } catch {
      // The next update tries again.
    } finally {
      this.#reading = false
    }
  }

  #answered(request: Request, answer: Answer): void {
    if (this.pending?.id !== request.id) return
    if (answer.kind === 'refused') {
      this.pending = null
      this.#on.refused?.(answer.text)
    } else {
      this.pending = { id: request.id, doneAt: answer.seq }
      this.#settle()
    }
  }

  #settle(): void {
    const at = this.pending?.doneAt ?? null
    if (at !== null && (this.update?.seq ?? -1) >= at) this.pending = null
  }
}

/** The events known after an update: continued, or cut back to the position when it does not continue or was undone. */
export function eventsAfter(known: readonly GameEvent[], update: GameUpdate): readonly GameEvent[] {
  const last = known.at(-1)?.n ?? 0
  if (update.undone || !update.continues) return known.filter(({ n }) => n <= update.game.n)
  return [...known, ...update.events.filter(({ n }) => n > last)]
}

/**
 * The log from the start: what the server remembers, and after it what was heard meanwhile. What the history has beyond the
 * position was not told yet, and comes with its update.
 */
export function eventsFrom(
  history: readonly GameEvent[],
  heard: readonly GameEvent[],
  update: GameUpdate,
): readonly GameEvent[] {
  const whole = history.filter(({ n }) => n <= update.game.n)
  const last = whole.at(-1)?.n ?? 0
  return [...whole, ...heard.filter(({ n }) => n > last)]
}
