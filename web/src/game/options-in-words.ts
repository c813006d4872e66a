/** What was agreed at a table, a sentence each. */

import type { BotInfo, Clock, TableOptions } from '../protocol'

export function optionsInWords(options: Required<TableOptions>, bots: readonly BotInfo[]): string[] {
  const { spectators, stand_in, first_seat, deal } = options
  const bot = bots.find(({ id }) => id === stand_in.bot.split('@')[0])?.name ?? 'A bot'
  const delay = spectators.type === 'anybody' ? (spectators.delay_s ?? 0) : 0
  const after = stand_in.after_s ?? null
  return [
    clockInWords(options.clock),
    options.clock.type === 'none'
      ? after === null
        ? 'Nobody plays for people who lose the connection.'
        : `${bot} plays for people who lose the connection for ${timeSpan(after)}, until they return.`
      : `${bot} plays for people who run out of time, until they return.`,
    first_seat.type === 'random' ? 'Chance decides who begins.' : `Seat ${first_seat.seat + 1} begins.`,
    options.undo
      ? 'An action can be taken back while it has shown nothing new and nobody has moved since.'
      : 'Nothing can be taken back.',
    options.listed ? 'Anybody finds the table in the lobby.' : 'Only whoever has the link or the code finds the table.',
    spectators.type === 'nobody'
      ? 'Nobody may watch.'
      : delay > 0
        ? `People may watch, ${timeSpan(delay)} behind the game.`
        : 'People may watch; they never see a hand.',
    options.chat ? 'Players can talk.' : 'There is no chat.',
    ...(options.hot_seat ? ['Several people may play at one screen.'] : []),
    // The types of the options do not say it, but without a code it is `null`.
    ...(deal ? [`The cards are those of the deal code ${deal}.`] : []),
  ]
}

function clockInWords(clock: Clock): string {
  switch (clock.type) {
    case 'none':
      return 'There is no clock.'
    case 'per_turn':
      return `Everybody has ${timeSpan(clock.seconds)} for a turn.`
    case 'bank':
      return `Everybody has ${timeSpan(clock.seconds)} for the game, and ${clock.increment_s} seconds more after each turn.`
    case 'correspondence':
      return `Everybody has ${clock.days === 1 ? 'a day' : `${clock.days} days`} for a turn.`
  }
}

export function timeSpan(seconds: number): string {
  if (seconds < 60 || seconds % 60 !== 0) return `${seconds} seconds`
  return seconds === 60 ? 'a minute' : `${seconds / 60} minutes`
}
