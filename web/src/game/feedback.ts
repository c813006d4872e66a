/** What is heard and said when something happens. */

import type { GameUpdate } from '../protocol'
import type { SoundName } from '../sound/sound'

const asked = (update: GameUpdate | null) => update?.game.own.some((own) => own.asked.now !== 'wait') ?? false

/** The viewer was not asked before and is now, by a new turn or the first tickets. */
export function ownTurnBegins(update: GameUpdate, before: GameUpdate | null): boolean {
  return before !== null && asked(update) && !asked(before)
}

/** At most one of a kind: after a pause many things happened at once. */
export function soundsOf(update: GameUpdate, before: GameUpdate | null): SoundName[] {
  // What was there when the page was opened is no news.
  if (!before) return []
  const sounds = new Set<SoundName>()
  for (const { e } of update.events) {
    if (e === 'card_drawn' || e === 'card_taken') sounds.add('card')
    else if (e === 'route_claimed') sounds.add('claim')
    else if (e === 'tickets_drawn' || e === 'tickets_kept') sounds.add('tickets')
    else if (e === 'final_round') sounds.add('last-round')
    else if (e === 'game_ended') sounds.add('end')
  }
  if (ticketsDone(update) > ticketsDone(before) && !sounds.has('end')) sounds.add('done')
  if (ownTurnBegins(update, before)) sounds.add('turn')
  return [...sounds]
}

/** What must not be missed, in words: it changes what can be done without being anybody's move. */
export function newsOf({ events }: GameUpdate, wild: string, names: readonly string[]): string[] {
  return events.flatMap((event) => {
    switch (event.e) {
      case 'row_flushed':
        return [`Too many ${wild}s lay open: the row was replaced.`]
      case 'final_round':
        return [`${names[event.seat] ?? 'Somebody'} began the last round: everybody has one more turn.`]
      default:
        return []
    }
  })
}

function ticketsDone({ game }: GameUpdate): number {
  return game.own.flatMap(({ tickets }) => tickets).filter(({ state }) => state === 'done').length
}
