/** Where the camera over the board stands: pure arithmetic under zoom, pan and fit. */

import type { BoardLayout } from './layout'
import { fitScale } from './problems'
import type { Bounds, Point } from './shapes'

export interface Size {
  width: number
  height: number
}

/** Screen = board × k + (x, y), in CSS pixels. */
export interface Camera extends Point {
  k: number
}

/** Names below the first size are hard to read; then the first view comes closer, to the second. */
const READABLE = { least: 8, closer: 10 }
const CLOSEST = 8

/** The camera that shows all of the board, in the middle. */
export function wholeBoard(bounds: Bounds, area: Size): Camera {
  return centred(bounds, area, fitScale(bounds, area))
}

/** The whole board, unless its names would be too small to read: then, on a phone, the middle of it. */
export function firstView({ bounds, measures }: BoardLayout, area: Size): Camera {
  const whole = wholeBoard(bounds, area)
  return measures.labelSize * whole.k >= READABLE.least
    ? whole
    : centred(bounds, area, READABLE.closer / measures.labelSize)
}

export function zoomRange(bounds: Bounds, area: Size): [number, number] {
  const whole = fitScale(bounds, area)
  return [whole * 0.9, whole * CLOSEST]
}

export function toScreen(camera: Camera, point: Point): Point {
  return { x: point.x * camera.k + camera.x, y: point.y * camera.k + camera.y }
}

/** By how much the camera must move, in screen pixels, to bring a point within `margin` of the area's edges. */
export function wayIntoSight(camera: Camera, area: Size, point: Point, margin: number): Point {
  const { x, y } = toScreen(camera, point)
  const into = (value: number, size: number) =>
    value < margin ? margin - value : value > size - margin ? size - margin - value : 0
  return { x: into(x, area.width), y: into(y, area.height) }
}

/** The same part of the board in an area of another size: what was in the middle stays there. */
export function afterResize(camera: Camera, bounds: Bounds, before: Size, area: Size): Camera {
  const factor = fitScale(bounds, area) / fitScale(bounds, before)
  return {
    k: camera.k * factor,
    x: area.width / 2 - (before.width / 2 - camera.x) * factor,
    y: area.height / 2 - (before.height / 2 - camera.y) * factor,
  }
}

/** The same camera when all points are in sight; otherwise the nearest view of all of them that is no closer. */
export function cameraOver(camera: Camera, points: readonly Point[], area: Size, margin = 36): Camera {
  const inSight = points.every((point) => {
    const way = wayIntoSight(camera, area, point, margin / 2)
    return way.x === 0 && way.y === 0
  })
  if (inSight) return camera
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const bounds = { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
  const room = (size: number, length: number) => Math.max(1, size - 2 * margin) / Math.max(1, length)
  const k = Math.min(
    camera.k,
    room(area.width, bounds.right - bounds.left),
    room(area.height, bounds.bottom - bounds.top),
  )
  return centred(bounds, area, k)
}

function centred(bounds: Bounds, area: Size, k: number): Camera {
  return {
    k,
    x: (area.width - (bounds.left + bounds.right) * k) / 2,
    y: (area.height - (bounds.top + bounds.bottom) * k) / 2,
  }
}
