import type { Pair } from './warp.ts'

/** A smooth curve through points (Catmull-Rom), as an SVG path. */
export function smooth(points: readonly Pair[], closed = false): string {
  const count = points.length
  const at = (index: number): Pair =>
    points[closed ? (index + count) % count : Math.max(0, Math.min(count - 1, index))] ?? [0, 0]
  let path = `M${pair(at(0))}`
  for (let index = 0; index < (closed ? count : count - 1); index++) {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)]
    const first: Pair = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6]
    const second: Pair = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6]
    path += `C${pair(first)} ${pair(second)} ${pair(to)}`
  }
  return closed ? `${path}Z` : path
}

export function straight(points: readonly Pair[]): string {
  return `M${points.map(pair).join('L')}`
}

function pair([x, y]: Pair): string {
  return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`
}
