/** The keys of the table: 1 to 5 take from the row, D draws, T draws tickets, R lists routes, U undoes, L opens the log. */

export type KeyCommand =
  { do: 'row'; slot: number } | { do: 'deck' } | { do: 'tickets' } | { do: 'routes' } | { do: 'undo' } | { do: 'log' }

export function keyCommand(event: KeyboardEvent): KeyCommand | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return null
  // Whoever writes, writes.
  if (event.target instanceof Element && event.target.closest('input, textarea, select')) return null
  if (/^[1-9]$/.test(event.key)) return { do: 'row', slot: Number(event.key) - 1 }
  switch (event.key.toLowerCase()) {
    case 'd':
      return { do: 'deck' }
    case 't':
      return { do: 'tickets' }
    case 'r':
      return { do: 'routes' }
    case 'u':
      return { do: 'undo' }
    case 'l':
      return { do: 'log' }
    default:
      return null
  }
}
