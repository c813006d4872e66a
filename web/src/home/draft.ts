/** A table as it is put together on the page where it is made. */

import type { Clock, NewTable, TableOptions } from '../protocol'

/** Who shall sit on a seat. */
export type Guest = { kind: 'invited' } | { kind: 'here'; name: string } | { kind: 'bot'; bot: string }

export interface OptionDraft {
  listed: boolean
  spectators: boolean
  /** Seconds that spectators are behind. */
  delay: number
  chat: boolean
  undo: boolean
  clock: Clock['type']
  turnSeconds: number
  bankMinutes: number
  increment: number
  days: number
  /** The bot that stands in for people, and after how many seconds without connection; 0 for never. */
  standIn: string
  standInAfter: number
  /** A seat's number, or -1 for whichever chance decides. */
  firstSeat: number
  pace: number
  /** Empty for cards that are this table's alone. */
  deal: string
}

export const FIRST_DRAFT: Readonly<OptionDraft> = {
  listed: false,
  spectators: true,
  delay: 0,
  chat: true,
  undo: true,
  clock: 'none',
  turnSeconds: 60,
  bankMinutes: 15,
  increment: 15,
  days: 2,
  standIn: 'greedy',
  standInAfter: 120,
  firstSeat: -1,
  pace: 700,
  deal: '',
}

export function clockOf({ clock, turnSeconds, bankMinutes, increment, days }: OptionDraft): Clock {
  switch (clock) {
    case 'none':
      return { type: 'none' }
    case 'per_turn':
      return { type: 'per_turn', seconds: turnSeconds }
    case 'bank':
      return { type: 'bank', seconds: bankMinutes * 60, increment_s: increment }
    case 'correspondence':
      return { type: 'correspondence', days }
  }
}

export function optionsOf(draft: OptionDraft, edition: string, guests: readonly Guest[]): TableOptions {
  const seats = guests.length + 1
  const deal = draft.deal.trim()
  return {
    edition,
    seats,
    listed: draft.listed,
    spectators: draft.spectators ? { type: 'anybody', delay_s: draft.delay } : { type: 'nobody' },
    chat: draft.chat,
    undo: draft.undo,
    hot_seat: guests.some(({ kind }) => kind === 'here'),
    clock: clockOf(draft),
    stand_in: { bot: draft.standIn, after_s: draft.standInAfter === 0 ? null : draft.standInAfter },
    first_seat:
      draft.firstSeat >= 0 && draft.firstSeat < seats ? { type: 'chosen', seat: draft.firstSeat } : { type: 'random' },
    bot_pace_ms: draft.pace,
    ...(deal !== '' && { deal }),
  }
}

export interface Plan {
  table: NewTable
  /** Who sits down at this screen after the table is made, by seat. */
  sitting: readonly { seat: number; name: string }[]
  /** Whether everybody is there, so that it can begin. */
  complete: boolean
}

/** From the draft to what is asked of the server, which puts bots on the last seats. */
export function planOf(draft: OptionDraft, edition: string, guests: readonly Guest[], nonce: string): Plan {
  const bots = guests.flatMap((guest) => (guest.kind === 'bot' ? [guest.bot] : []))
  const here = guests.flatMap((guest) => (guest.kind === 'here' ? [guest.name] : []))
  const complete = guests.every(({ kind }) => kind !== 'invited')
  return {
    table: {
      options: optionsOf(draft, edition, guests),
      bots,
      nonce,
      start: complete && here.length === 0,
    },
    sitting: here.map((name, index) => ({ seat: index + 1, name })),
    complete,
  }
}
