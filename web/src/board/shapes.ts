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

/** A box with the cosine and sine of its angle, for code that measures it thousands of times. */
export interface TurnedBox extends Box {
  cos: number
  sin: number
}

export function turned(box: Box): TurnedBox {
  return { ...box, cos: Math.cos(box.angle), sin: Math.sin(box.angle) }
}

/**
 * How far two boxes are apart along the best of their axes: positive when they are clear of each other, negative by the
 * depth in which they overlap. Never more than the true distance.
 */
export function separation(a: Box, b: Box): number {
  return separationOfTurned(turned(a), turned(b))
}

export function separationOfTurned(a: TurnedBox, b: TurnedBox): number {
  const dx = b.x - a.x
  const dy = b.y - a.y
  const cosTurn = Math.abs(a.cos * b.cos + a.sin * b.sin)
  const sinTurn = Math.abs(a.cos * b.sin - a.sin * b.cos)
  return Math.max(
    Math.abs(dx * a.cos + dy * a.sin) - (a.width + b.width * cosTurn + b.height * sinTurn) / 2,
    Math.abs(dy * a.cos - dx * a.sin) - (a.height + b.width * sinTurn + b.height * cosTurn) / 2,
    Math.abs(dx * b.cos + dy * b.sin) - (b.width + a.width * cosTurn + a.height * sinTurn) / 2,
    Math.abs(dy * b.cos - dx * b.sin) - (b.height + a.width * sinTurn + a.height * cosTurn) / 2,
  )
}

/** The distance between the edges of a box and a circle, negative when they overlap. */
export function clearance(box: Box, circle: Circle): number {
  return clearanceOfTurned(turned(box), circle)
}

export function clearanceOfTurned({ x, y, width, height, cos, sin }: TurnedBox, circle: Circle): number {
  const dx = circle.x - x
  const dy = circle.y - y
  const u = Math.abs(dx * cos + dy * sin) - width / 2
  const v = Math.abs(dy * cos - dx * sin) - height / 2
  const outside = Math.sqrt(Math.max(u, 0) ** 2 + Math.max(v, 0) ** 2)
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
