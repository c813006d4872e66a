/**
 * The one WebSocket. It connects by itself and again whenever it is lost, resumes every watched table from the last number
 * seen, and sends what was not answered once more.
 */

import type { ClientMessage, ServerMessage } from '../protocol'
import { type Answer, Outbox, type Request } from './outbox'

/** The part of a WebSocket that is used; tests bring their own. */
export interface Wire {
  send(text: string): void
  close(): void
}

export type Link = 'connecting' | 'open' | 'lost'

export interface Listener {
  /** Everything about the table, in order. */
  heard(message: ServerMessage): void
  answered(request: Request, answer: Answer): void
}

export interface Surroundings {
  connect: (heard: (data: unknown) => void, closed: () => void) => Wire
  linkChanged: (link: Link) => void
  /** What was refused without being an answer to a request. */
  complained: (text: string) => void
}

/** Milliseconds between attempts, the last for all further ones. */
const PAUSES = [250, 500, 1000, 2000, 4000, 8000]
const AGAIN_MS = 1000
/** The server is heard from every 20 seconds; after this silence the connection is dead, whatever the browser thinks. */
const SILENCE_MS = 45_000

interface Watched {
  listener: Listener
  /** The last `seq` seen. */
  from: number | null
}

export class Connection {
  readonly #around: Surroundings
  readonly #outbox = new Outbox()
  readonly #watched = new Map<string, Watched>()
  #wire: Wire | null = null
  #welcomed = false
  #attempts = 0
  #retry: ReturnType<typeof setTimeout> | undefined
  #silence: ReturnType<typeof setTimeout> | undefined

  constructor(around: Surroundings) {
    this.#around = around
  }

  /** Hears everything about a table until the returned function is called. */
  watch(table: string, listener: Listener): () => void {
    this.#watched.set(table, { listener, from: null })
    if (this.#welcomed) this.#send({ type: 'watch', table })
    else this.open()
    return () => {
      if (this.#watched.get(table)?.listener !== listener) return
      this.#watched.delete(table)
      if (this.#welcomed) this.#send({ type: 'unwatch', table })
    }
  }

  /** Sends until it is answered, through any number of connections. */
  request(request: Request): void {
    this.#outbox.add(request)
    if (this.#welcomed) this.#send(request)
    else this.open()
  }

  /** Sends what is worth nothing later; says whether it could. */
  say(message: ClientMessage): boolean {
    if (this.#welcomed) this.#send(message)
    return this.#welcomed
  }

  /** Connects now, if there is no connection. */
  open(): void {
    if (this.#wire) return
    clearTimeout(this.#retry)
    if (this.#attempts === 0) this.#around.linkChanged('connecting')
    const wire: Wire = this.#around.connect(
      (data) => {
        if (this.#wire === wire) this.#heard(data)
      },
      () => {
        if (this.#wire === wire) this.#lost()
      },
    )
    this.#wire = wire
    this.#watchSilence(wire)
  }

  /** Closes the connection and opens another: for somebody else's eyes, from the start. */
  restart(): void {
    if (!this.#wire) return
    for (const watched of this.#watched.values()) watched.from = null
    this.#lost(0)
    this.#attempts = 0
  }

  #heard(data: unknown): void {
    if (this.#wire) this.#watchSilence(this.#wire)
    const message = read(data)
    if (!message) return
    switch (message.type) {
      case 'welcome':
        this.#welcomed = true
        this.#attempts = 0
        for (const [table, { from }] of this.#watched) this.#send({ type: 'watch', table, from })
        for (const request of this.#outbox.unanswered) this.#send(request)
        this.#around.linkChanged('open')
        return
      case 'closing':
        // The server closes the connection itself; the pause is what it asks for.
        this.#lost(message.reconnect_ms)
        return
      case 'done':
      case 'refused':
        this.#settle(message)
        return
      case 'pong':
        return
    }
    const table = message.type === 'table' ? message.state.id : message.table
    const watched = this.#watched.get(table)
    if (!watched) return
    if (message.type === 'game') watched.from = message.seq
    watched.listener.heard(message)
  }

  #settle(message: Extract<ServerMessage, { type: 'done' | 'refused' }>): void {
    const settled = this.#outbox.settle(message)
    if (settled?.kind === 'answered') {
      this.#watched.get(settled.request.table)?.listener.answered(settled.request, settled.answer)
    } else if (settled?.kind === 'again') {
      setTimeout(() => {
        if (this.#welcomed && this.#outbox.has(settled.request.id)) this.#send(settled.request)
      }, AGAIN_MS)
    } else if (message.type === 'refused') {
      const watched = message.table === null ? undefined : this.#watched.get(message.table)
      if (watched && message.id === null) watched.listener.heard(message)
      else this.#around.complained(message.text)
    }
  }

  #lost(pause = PAUSES[Math.min(this.#attempts, PAUSES.length - 1)] ?? AGAIN_MS): void {
    const wire = this.#wire
    this.#wire = null
    this.#welcomed = false
    this.#attempts += 1
    clearTimeout(this.#silence)
    wire?.close()
    this.#around.linkChanged('lost')
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => this.open(), pause)
  }

  #watchSilence(wire: Wire): void {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => {
      if (this.#wire === wire) this.#lost()
    }, SILENCE_MS)
  }

  #send(message: ClientMessage): void {
    this.#wire?.send(JSON.stringify(message))
  }
}

function read(data: unknown): ServerMessage | null {
  if (typeof data !== 'string') return null
  try {
    return JSON.parse(data) as ServerMessage
  } catch {
    return null
  }
}
