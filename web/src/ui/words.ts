/** Small words of sentences that name numbers of things. */

export function plural(piece: string): string {
  return piece.endsWith('s') ? piece : `${piece}s`
}

export function counted(count: number, thing: string): string {
  return `${count} ${count === 1 ? thing : plural(thing)}`
}
