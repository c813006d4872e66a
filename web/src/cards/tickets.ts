/** What a ticket is worth looking at for: the server says it, the client only shows it. */
export type TicketState =
  | { kind: 'done' }
  /** `trains`: the least that are still needed, where known. */
  | { kind: 'open'; trains: number | null }
  | { kind: 'impossible' }
  /** After the game: its points are lost. */
  | { kind: 'failed' }

export interface TicketView {
  id: number
  a: string
  b: string
  points: number
  state: TicketState
}
