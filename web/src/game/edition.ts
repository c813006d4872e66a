/** Editions as the server tells them, fetched once each. */

import { type MapSpec, SYMBOLS } from '../map/spec'
import type { Edition } from '../protocol'
import { rest } from '../session/rest'

export interface PlayedEdition {
  edition: Edition
  spec: MapSpec
}

const known = new Map<string, Promise<PlayedEdition>>()

export function playedEdition(id: string): Promise<PlayedEdition> {
  const ready = known.get(id)
  if (ready) return ready
  const asked = rest.edition(id).then((edition) => ({ edition, spec: specOf(edition) }))
  known.set(id, asked)
  // The next visitor asks again.
  asked.catch(() => known.delete(id))
  return asked
}

/** The map in the types of the board. A symbol that the client cannot draw becomes one that it can. */
export function specOf({ map, cities, routes }: Edition): MapSpec {
  const cards = map.cards.map((card, index) => ({
    ...card,
    symbol: SYMBOLS.find((name) => name === card.symbol) ?? SYMBOLS[index % SYMBOLS.length] ?? 'circle',
  }))
  return { map: { ...map, cards }, cities, routes }
}
