/** Sizes of everything on a board, as shares of the length of one car, and the room the table page gives the board. */

export interface Measures {
  /** One space, along and across its route. */
  space: { length: number; width: number }
  /** Least and largest gap between two spaces of a route. */
  gap: { least: number; most: number }
  /** From the middle of one side of a double route to the middle of the other. */
  twinDistance: number
  cityRadius: number
  /** Attractions have a larger marker. */
  attractionRadius: number
  labelSize: number
  lineHeight: number
}

export function measuresFor(carLength: number): Measures {
  return {
    space: { length: carLength * 0.9, width: carLength * 0.385 },
    gap: { least: carLength * 0.05, most: carLength * 0.24 },
    twinDistance: carLength * 0.46,
    cityRadius: carLength * 0.21,
    attractionRadius: carLength * 0.27,
    labelSize: carLength * 0.43,
    lineHeight: carLength * 0.46,
  }
}

/** The page's fixed parts in CSS pixels. The table page takes its sizes from here, and so does the geometry test. */
export const PAGE = { side: 264, foot: 150 } as const

/** The least sizes a player can read and hit, in CSS pixels, and the window at which they must hold. */
export const LEAST = { window: { width: 1280, height: 800 }, space: { length: 22, width: 9 }, label: 11 } as const

export function boardArea(window: { width: number; height: number }): { width: number; height: number } {
  return { width: window.width - PAGE.side, height: window.height - PAGE.foot }
}
