/** What the board says about a route beyond its owner. */
export type RouteMark =
  /** The viewer can claim it now. */
  | 'claimable'
  /** Chosen; its payment is being decided. */
  | 'selected'
  /** Part of a path that is being shown: a ticket's cheapest way, the longest path. */
  | 'path'
  /** The other side of the double was taken and this one is closed. */
  | 'closed'

export type CityMark = 'ticket' | 'done' | 'focus'

/** A line of a ticket or a longest path over the board. */
export interface BoardPath {
  routes: readonly number[]
  /** A player's colour, or the accent of the theme. */
  color?: string
  /** Not a way that is there, but one that was lacking. */
  missing?: boolean
}
