/** The positions of a replay, fetched in pieces before they are wanted. */

import { SvelteMap } from 'svelte/reactivity'
import type { GameView } from '../protocol'
import { type Eyes, rest, sentenceOf, type Source } from '../session/rest'
import type { Moment } from './moments'

/** The server gives at most 64 positions at once. */
const PIECE = 64

export class Positions {
  /** Why the position that was asked for last cannot be shown. */
  problem = $state<string | null>(null)
  /** By the number of the event before. */
  readonly #views = new SvelteMap<number, GameView>()
  /** By piece: whether it was asked for. */
  readonly #asked: boolean[] = []
  readonly #source: Source
  readonly #eyes: Eyes
  readonly #last: number

  constructor(source: Source, eyes: Eyes, moments: readonly Moment[]) {
    this.#source = source
    this.#eyes = eyes
    this.#last = moments.at(-1)?.n ?? 0
  }

  /** The position after an event, once it is here. */
  at(n: number): GameView | undefined {
    return this.#views.get(n)
  }

  /** Fetches the piece with this event, and the one after it. */
  async want(n: number): Promise<void> {
    const piece = Math.floor((n - 1) / PIECE)
    await Promise.all([this.#fetch(piece), this.#fetch(piece + 1)])
  }

  async #fetch(piece: number): Promise<void> {
    const from = piece * PIECE + 1
    if (from > this.#last || this.#asked[piece]) return
    this.#asked[piece] = true
    try {
      const { views } = await rest.views(this.#source, this.#eyes, from, Math.min(from + PIECE - 1, this.#last))
      for (const view of views) this.#views.set(view.n, view)
      this.problem = null
    } catch (error) {
      // It is asked for again when somebody comes back to it.
      this.#asked[piece] = false
      this.problem = sentenceOf(error)
    }
  }
}
