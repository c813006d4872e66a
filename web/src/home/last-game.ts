/** What "Play now" plays: the last game against bots that was made in this browser, or a sensible one. */

import type { NewTable } from '../protocol'
import { rollNonce } from '../session/session.svelte'

export interface QuickGame {
  edition: string
  bots: readonly string[]
}

export const SENSIBLE: QuickGame = { edition: 'usa-classic', bots: ['medium', 'hard'] }

const KEY = 'whistlestop.quick-game'

export function readQuickGame(text: string | null): QuickGame {
  try {
    const { edition, bots } = JSON.parse(text ?? 'null') as Partial<QuickGame>
    const named = Array.isArray(bots) && bots.length > 0 && bots.every((bot) => typeof bot === 'string')
    return typeof edition === 'string' && named ? { edition, bots } : SENSIBLE
  } catch {
    return SENSIBLE
  }
}

export function lastQuickGame(): QuickGame {
  try {
    return readQuickGame(localStorage.getItem(KEY))
  } catch {
    return SENSIBLE
  }
}

export function keepQuickGame(game: QuickGame): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(game))
  } catch {
    // Storage may be forbidden; then the sensible game stays.
  }
}

export function quickTable({ edition, bots }: QuickGame): NewTable {
  return {
    options: { edition, seats: bots.length + 1, undo: true },
    bots: [...bots],
    nonce: rollNonce(),
    start: true,
  }
}
