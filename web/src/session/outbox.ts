/** Requests that wait for their answer. They are sent again, unchanged, until the server says what became of them. */

import type { ClientMessage, Refusal, ServerMessage } from '../protocol'

export type Request = Extract<ClientMessage, { id: string }>

export type Answer = { kind: 'done'; seq: number } | { kind: 'refused'; code: Refusal; text: string }

/** After these the server did nothing, and asks for the same message again. */
const TRY_AGAIN: ReadonlySet<Refusal> = new Set<Refusal>(['not_stored', 'stopping', 'too_many'])

export type Settled = { kind: 'answered'; request: Request; answer: Answer } | { kind: 'again'; request: Request }

export class Outbox {
  readonly #waiting = new Map<string, Request>()

  add(request: Request): void {
    this.#waiting.set(request.id, request)
  }

  /** In the order in which they were added: what to send after a new connection. */
  get unanswered(): Request[] {
    return [...this.#waiting.values()]
  }

  has(id: string): boolean {
    return this.#waiting.has(id)
  }

  /** `null` for messages that answer none of them. */
  settle(message: ServerMessage): Settled | null {
    if (message.type !== 'done' && message.type !== 'refused') return null
    const request = message.id === null ? undefined : this.#waiting.get(message.id)
    if (!request) return null
    if (message.type === 'refused' && TRY_AGAIN.has(message.code)) return { kind: 'again', request }
    this.#waiting.delete(request.id)
    const answer: Answer =
      message.type === 'done'
        ? { kind: 'done', seq: message.seq }
        : { kind: 'refused', code: message.code, text: message.text }
    return { kind: 'answered', request, answer }
  }
}
