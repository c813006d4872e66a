/** What lies under the routes of a shipped map, as SVG paths in the units of its board. */
export interface Scenery {
  /** Everything that is drawn; it goes beyond the board, so that no window shows an edge. */
  extent: { left: number; top: number; right: number; bottom: number }
  /** Filled from back to front. */
  areas: readonly Area[]
  /** A coarse line along all shores, which engraved water lines follow. */
  shore: string
  lines: readonly Line[]
  /** Left upper corner of the title. */
  title: { x: number; y: number }
  /** Small drawings that are left out where the board needs the place. */
  marks: readonly Mark[]
  /** Names of waters and lands, in spaced letters. */
  names: readonly Name[]
}

export interface Area {
  kind: 'land' | 'home' | 'lake' | 'park'
  path: string
}

export interface Line {
  kind: 'border' | 'state' | 'river' | 'street' | 'bridge'
  path: string
}

export interface Mark {
  kind: 'peak' | 'hill' | 'tree' | 'ship'
  x: number
  y: number
}

export interface Name {
  text: string
  kind: 'water' | 'land'
  x: number
  y: number
  angle: number
  size: number
}
