/** Gestures, in words: a click says what need not be typed. */

import type { Emote } from '../protocol'

export const GESTURES: Readonly<Record<Emote, string>> = {
  hello: 'Hello!',
  well_played: 'Well played!',
  thinking: 'Let me think…',
  hurry: 'Your train is leaving!',
  oops: 'Oops.',
  thanks: 'Thank you!',
  wow: 'Wow!',
  good_game: 'Good game!',
}

export const ALL_GESTURES = Object.keys(GESTURES) as readonly Emote[]
