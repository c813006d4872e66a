/** Clocks between two messages of the server. */

import type { Clocks } from '../protocol'

/** Milliseconds left to a seat, `since` milliseconds after the clocks were told; `null` where no time is kept. */
export function timeLeft({ left_ms, running }: Clocks, seat: number, since: number): number | null {
  const left = left_ms[seat] ?? null
  return left === null ? null : Math.max(0, running.includes(seat) ? left - since : left)
}

/** "12:40", "3 h 05", "2 days". */
export function timeInWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  const two = (number: number) => String(number).padStart(2, '0')
  if (seconds >= 48 * 3600) return `${Math.floor(seconds / 86_400)} days`
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)} h ${two(Math.floor((seconds % 3600) / 60))}`
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`
}
