/** A smooth displacement of the plane that carries given points to given places: a thin-plate spline. */

export type Pair = readonly [number, number]

/**
 * `stiffness` 0 goes through every place exactly; more of it lets places be missed for the sake of a smoother plane.
 */
export function thinPlate(from: readonly Pair[], to: readonly Pair[], stiffness: number): (point: Pair) => Pair {
  const count = from.length
  const size = count + 3
  // Work in units of the cloud's extent, so that `stiffness` means the same for every map.
  const span = Math.max(...from.map(([x]) => x)) - Math.min(...from.map(([x]) => x))
  const unit = from.map(([x, y]): Pair => [x / span, y / span])
  const matrix = Array.from({ length: size }, () => new Float64Array(size + 2))
  for (let i = 0; i < count; i++) {
    const row = matrix[i] as Float64Array
    const [xi, yi] = unit[i] as Pair
    for (let j = 0; j < count; j++) {
      const [xj, yj] = unit[j] as Pair
      row[j] = kernel((xi - xj) ** 2 + (yi - yj) ** 2) + (i === j ? stiffness : 0)
    }
    row.set([1, xi, yi], count)
    row.set(to[i] as Pair, size)
    for (const [k, value] of [1, xi, yi].entries()) (matrix[count + k] as Float64Array)[i] = value
  }
  solve(matrix, size)
  const weight = (row: number, axis: 0 | 1) => (matrix[row] as Float64Array)[size + axis] as number
  return ([px, py]) => {
    const x = px / span
    const y = py / span
    const moved: [number, number] = [0, 0]
    for (const axis of [0, 1] as const) {
      let value = weight(count, axis) + weight(count + 1, axis) * x + weight(count + 2, axis) * y
      for (const [index, [ux, uy]] of unit.entries()) {
        value += weight(index, axis) * kernel((x - ux) ** 2 + (y - uy) ** 2)
      }
      moved[axis] = value
    }
    return moved
  }
}

/** Whether the warp turns the plane over anywhere on a grid: there the drawing would fold onto itself. */
export function folds(warp: (point: Pair) => Pair, grid: Iterable<Pair>, step: number): boolean {
  for (const [x, y] of grid) {
    const [ax, ay] = warp([x, y])
    const [bx, by] = warp([x + step, y])
    const [cx, cy] = warp([x, y + step])
    if ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax) <= 0) return true
  }
  return false
}

function kernel(squared: number): number {
  return squared === 0 ? 0 : squared * Math.log(squared)
}

/** Gauss-Jordan with row pivots, in place; the right-hand sides follow after the `size` columns. */
function solve(matrix: Float64Array[], size: number): void {
  for (let column = 0; column < size; column++) {
    let pivot = column
    for (let row = column + 1; row < size; row++) {
      if (Math.abs(matrix[row]?.[column] ?? 0) > Math.abs(matrix[pivot]?.[column] ?? 0)) pivot = row
    }
    const lead = matrix[pivot] as Float64Array
    matrix[pivot] = matrix[column] as Float64Array
    matrix[column] = lead
    const scale = lead[column] as number
    if (Math.abs(scale) < 1e-12)
      throw new Error('The warp is not determined: two points coincide or all are on a line.')
    for (let k = column; k < lead.length; k++) lead[k] = (lead[k] as number) / scale
    for (const [row, values] of matrix.entries()) {
      const factor = values[column] as number
      if (row === column || factor === 0) continue
      for (let k = column; k < values.length; k++) values[k] = (values[k] as number) - factor * (lead[k] as number)
    }
  }
}
