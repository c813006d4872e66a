/** The line of a route: an arc of a circle between two cities, or a straight line. */

import { distance, type Point } from './shapes.ts'

export interface Arc {
  from: Point
  to: Point
  /** Height of the arc over the straight line, as a share of that line's length; positive bulges to the left of it. */
  bend: number
}

export interface Pose extends Point {
  angle: number
}

const STRAIGHT = 1e-4

export function arcLength(arc: Arc): number {
  const chord = distance(arc.from, arc.to)
  if (Math.abs(arc.bend) < STRAIGHT) return chord
  return radius(arc, chord) * halfAngle(arc) * 2
}

/** Where one stands and looks after `along` units from the middle of the arc, `aside` units to the right of it. */
export function poseAt(arc: Arc, along: number, aside = 0): Pose {
  const chord = distance(arc.from, arc.to)
  const ux = (arc.to.x - arc.from.x) / chord
  const uy = (arc.to.y - arc.from.y) / chord
  const heading = Math.atan2(uy, ux)
  const middle = { x: (arc.from.x + arc.to.x) / 2, y: (arc.from.y + arc.to.y) / 2 }
  // Right of the way, on a screen whose y points down.
  const right = { x: -uy, y: ux }
  if (Math.abs(arc.bend) < STRAIGHT) {
    return { x: middle.x + ux * along + right.x * aside, y: middle.y + uy * along + right.y * aside, angle: heading }
  }
  const r = radius(arc, chord)
  const side = Math.sign(arc.bend)
  const turn = along / r
  // The middle of the arc lies left of the chord for a positive bend, the circle's centre on the other side.
  const height = arc.bend * chord
  const centre = { x: middle.x + right.x * (side * r - height), y: middle.y + right.y * (side * r - height) }
  const reach = r - side * aside
  return {
    x: centre.x + ux * Math.sin(turn) * reach - right.x * side * Math.cos(turn) * reach,
    y: centre.y + uy * Math.sin(turn) * reach - right.y * side * Math.cos(turn) * reach,
    angle: heading + side * turn,
  }
}

/** The arc between two stretches along it, `aside` units to the right, as the commands of an SVG path. */
export function arcPath(arc: Arc, aside: number, first: number, last: number): string {
  const start = poseAt(arc, first, aside)
  const end = poseAt(arc, last, aside)
  if (Math.abs(arc.bend) < STRAIGHT) return `${at(start)}L${at(end)}`
  const r = (radius(arc, distance(arc.from, arc.to)) - Math.sign(arc.bend) * aside).toFixed(1)
  return `${at(start)}A${r} ${r} 0 0 ${arc.bend > 0 ? 1 : 0} ${at(end)}`
}

function at({ x, y }: Point): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`
}

function radius(arc: Arc, chord: number): number {
  const height = Math.abs(arc.bend) * chord
  return (chord * chord) / (8 * height) + height / 2
}

function halfAngle(arc: Arc): number {
  return 2 * Math.atan(2 * Math.abs(arc.bend))
}
