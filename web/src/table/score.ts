import type { PlayerLook } from '../players/looks'

/** One player's column of the score sheet. All columns have the same reasons in the same order. */
export interface ScoreColumn {
  look: PlayerLook
  name: string
  winner: boolean
  lines: readonly ScoreLine[]
}

export interface ScoreLine {
  reason: string
  points: number
  /** What it is made of: "7 of 8 done", "38 spaces". */
  note?: string
}
