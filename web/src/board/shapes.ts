/** Plane geometry of the board: points, oriented boxes, and how far apart they are. */

export interface Point {
  x: number
  y: number
}

/** A rectangle around its centre, turned by `angle` (radians, clockwise on screen). */
export interface Box extends Point {
  width: number
  height: number
  angle: number
}

export interface Circle extends Point {
  radius: number
}

/** An upright rectangle by its edges. */
export interface Bounds {
  left: number
  top: number
  right: number
  bottom: number
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

export function corners(box: Box): [Point, Point, Point, Point] {
  const cos = Math.cos(box.angle)
  const sin = Math.sin(box.angle)
  const corner = (u: number, v: number): Point => ({
    x: box.x + (u * box.width * cos - v * box.height * sin) / 2,
    y: box.y + (u * box.width * sin + v * box.height * cos) / 2,
  })
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)]
}

/**
 * How far two boxes are apart along the best of their axes: positive when they are clear of each other, negative by the
 * depth in which they overlap. Never more than the true distance.
 */
export function separation(a: Box, b: Box): number {
  const dx = b.x - a.x
  const dy = b.y - a.y
  const turn = b.angle - a.angle
  const cosTurn = Math.abs(Math.cos(turn))
  const sinTurn = Math.abs(Math.sin(turn))
  const cosA = Math.cos(a.angle)
  const sinA = Math.sin(a.angle)
  const cosB = Math.cos(b.angle)
  const sinB = Math.sin(b.angle)
  return Math.max(
    Math.abs(dx * cosA + dy * sinA) - (a.width + b.width * cosTurn + b.height * sinTurn) / 2,
    Math.abs(dy * cosA - dx * sinA) - (a.height + b.width * sinTurn + b.height * cosTurn) / 2,
    Math.abs(dx * cosB + dy * sinB) - (b.width + a.width * cosTurn + a.height * sinTurn) / 2,
    Math.abs(dy * cosB - dx * sinB) - (b.height + a.width * sinTurn + a.height * cosTurn) / 2,
  )
}

/** The distance between the edges of a box and a circle, negative when they overlap. */
export function clearance(box: Box, circle: Circle): number {
  const dx = circle.x - box.x
  const dy = circle.y - box.y
  const cos = Math.cos(box.angle)
  const sin = Math.sin(box.angle)
  const u = Math.abs(dx * cos + dy * sin) - box.width / 2
  const v = Math.abs(dy * cos - dx * sin) - box.height / 2
  const outside = Math.hypot(Math.max(u, 0), Math.max(v, 0))
  return (outside > 0 ? outside : Math.max(u, v)) - circle.radius
}

/** Half the diagonal: nothing of the box is farther from its centre. */
export function reach(box: Box): number {
  return Math.hypot(box.width, box.height) / 2
}

export function boundsOf(points: Iterable<Point>): Bounds {
  const bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (const { x, y } of points) {
    bounds.left = Math.min(bounds.left, x)
    bounds.top = Math.min(bounds.top, y)
    bounds.right = Math.max(bounds.right, x)
    bounds.bottom = Math.max(bounds.bottom, y)
  }
  return bounds
}

export function grown(bounds: Bounds, by: number): Bounds {
  return { left: bounds.left - by, top: bounds.top - by, right: bounds.right + by, bottom: bounds.bottom + by }
}
