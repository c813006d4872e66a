/** How the five seats look: a colour, a pattern on the roofs of their cars, and an initial. */

export const PATTERNS = ['plain', 'stripes', 'dots', 'chevrons', 'checks'] as const
export type PatternName = (typeof PATTERNS)[number]

export interface PlayerLook {
  color: PlayerColor
  name: string
  fill: string
  pattern: PatternName
  /** Drawn over `fill`: patterns, initials. */
  mark: string
}

export const PLAYER_COLORS = ['red', 'blue', 'green', 'yellow', 'black'] as const
export type PlayerColor = (typeof PLAYER_COLORS)[number]

export const PLAYER_LOOKS: Readonly<Record<PlayerColor, PlayerLook>> = {
  red: { color: 'red', name: 'Red', fill: '#c8322b', pattern: 'plain', mark: '#fff6ea' },
  blue: { color: 'blue', name: 'Blue', fill: '#2036c9', pattern: 'stripes', mark: '#fff6ea' },
  green: { color: 'green', name: 'Green', fill: '#1d9480', pattern: 'dots', mark: '#fff6ea' },
  yellow: { color: 'yellow', name: 'Yellow', fill: '#fce028', pattern: 'chevrons', mark: '#26241f' },
  black: { color: 'black', name: 'Black', fill: '#232323', pattern: 'checks', mark: '#fff6ea' },
}
