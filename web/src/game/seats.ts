/** Who sits where, ready to show. */

import { PLAYER_LOOKS, type PlayerLook } from '../players/looks'
import type { BotInfo, SeatState, TableState } from '../protocol'

export interface Sitter {
  seat: number
  look: PlayerLook
  name: string
  own: boolean
  /** "bot, 1400" for bots and for people a bot plays for now. */
  bot: string | null
  away: boolean
}

export function sittersOf(table: TableState, bots: readonly BotInfo[] = []): Sitter[] {
  return table.seats.map((seat) => sitterOf(seat, table.you.seats.includes(seat.seat), bots))
}

function sitterOf({ seat, color, sitter }: SeatState, own: boolean, bots: readonly BotInfo[]): Sitter {
  const base = { seat, look: PLAYER_LOOKS[color], own, bot: null, away: false }
  switch (sitter.type) {
    case 'nobody':
      return { ...base, name: 'Empty seat' }
    case 'human':
      return {
        ...base,
        name: sitter.name,
        bot: sitter.stand_in === null ? null : 'a bot plays',
        away: !sitter.connected,
      }
    case 'bot': {
      const strength = bots.find(({ id }) => id === sitter.bot.split('@')[0])?.strength
      return { ...base, name: sitter.name, bot: strength === undefined ? 'bot' : `bot, ${strength}` }
    }
  }
}
