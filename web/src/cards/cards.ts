import { LOCOMOTIVE, type CardLook, type MapInfo } from '../map/spec'
import { counted } from '../ui/words'

/** So many cards of each kind; kinds are card colours and `locomotive`. */
export type CardCounts = Readonly<Record<string, number>>

export interface CardStack {
  kind: string
  /** `null` for the wild card. */
  card: CardLook | null
  count: number
}

/** Stacks in the map's order of colours, wild cards last; empty ones are left out. */
export function stacksOf(map: MapInfo, counts: CardCounts): CardStack[] {
  return [...map.cards.map((card) => ({ kind: card.color, card })), { kind: LOCOMOTIVE, card: null }].flatMap(
    ({ kind, card }) => {
      const count = counts[kind] ?? 0
      return count > 0 ? [{ kind, card, count }] : []
    },
  )
}

export function cardOf(map: MapInfo, kind: string): CardLook | null {
  return map.cards.find((card) => card.color === kind) ?? null
}

/** What a kind is called in a sentence: "purple", "locomotive". */
export function kindInWords(map: MapInfo, kind: string): string {
  return kind === LOCOMOTIVE ? map.wild.toLowerCase() : kind
}

/** "4 purple and 2 locomotives": colours have no plural. */
export function countsInWords(map: MapInfo, counts: CardCounts): string {
  const parts = stacksOf(map, counts).map(({ kind, count }) =>
    kind === LOCOMOTIVE ? counted(count, kindInWords(map, kind)) : `${count} ${kind}`,
  )
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(parts)
}
