/**
 * Lays routes as arcs of separate spaces. Each track (one route, or the two sides of a double) tries a number of bends and
 * shifts and takes the one that leaves most room to its neighbours, again and again until nothing moves.
 */

import { arcLength, arcPath, poseAt, type Arc } from './arc.ts'
import type { Label } from './labels.ts'
import type { Measures } from './measures.ts'
import {
  clearanceOfTurned,
  distance,
  reach,
  separationOfTurned,
  turned,
  type Box,
  type Circle,
  type TurnedBox,
} from './shapes.ts'

export interface RouteEnds {
  a: number
  b: number
  length: number
}

export interface Track {
  a: number
  b: number
  arc: Arc
  sides: readonly TrackSide[]
}

export interface TrackSide {
  route: number
  /** Distance to the right of the track's middle line. */
  aside: number
  spaces: readonly Box[]
  /** From city to city under the spaces, as an SVG path. */
  line: string
}

/** A track's place in the search: bend of its arc and shift along it as a share of the spare length. */
interface Lie {
  bend: number
  shift: number
}

const BENDS = [0, 0.03, -0.03, 0.06, -0.06, 0.09, -0.09, 0.12, -0.12, 0.16, -0.16, 0.2, -0.2, 0.25, -0.25]
const SHIFTS = [0, 0.5, -0.5, 1, -1]
const SWEEPS = 6

/** What a candidate pays per unit, by importance: overlaps, crowding, curvature. */
const COST = { overlap: 400, crowding: 3, bend: 900, shift: 2 }

export function layTracks(
  routes: readonly RouteEnds[],
  markers: readonly Circle[],
  labels: readonly Label[],
  measures: Measures,
  before: readonly Track[] = [],
): Track[] {
  const beds = bedsOf(routes)
  let tracks =
    before.length > 0 ? [...before] : beds.map((bed) => layTrack(bed, { bend: 0, shift: 0 }, markers, measures))
  const neighbours = tracks.map((track, index) => nearTracks(track, index, tracks))

  // A track looks again only after something near it has moved.
  let restless = new Set(beds.keys())
  for (let sweep = 0; sweep < SWEEPS && restless.size > 0; sweep++) {
    const moved = new Set<number>()
    for (const [index, bed] of beds.entries()) {
      if (!restless.has(index)) continue
      const others = (neighbours[index] ?? []).flatMap((other) => spacesOf(tracks[other]).map(turned))
      const nearMarkers = markers.filter((marker) => isNear(tracks[index], marker))
      const nearLabels = labels
        .map(({ box }) => turned(box))
        .filter((box) => isNear(tracks[index], { x: box.x, y: box.y, radius: reach(box) }))
      let best: Track | undefined
      let bestCost = Infinity
      for (const bend of BENDS) {
        for (const shift of SHIFTS) {
          const curve = COST.bend * bend * bend * bed.length + COST.shift * Math.abs(shift)
          if (curve >= bestCost) continue
          const candidate = layTrack(bed, { bend, shift }, markers, measures)
          const cost = curve + crowding(candidate, others, nearMarkers, nearLabels, measures, bestCost - curve)
          if (cost < bestCost - 1e-6) {
            best = candidate
            bestCost = cost
          }
        }
      }
      const current = tracks[index]
      if (best && current && !sameLie(best, current)) {
        tracks = tracks.with(index, best)
        for (const neighbour of neighbours[index] ?? []) moved.add(neighbour)
      }
    }
    restless = moved
  }
  return tracks
}

interface Bed {
  a: number
  b: number
  length: number
  routes: number[]
}

/** Double routes share a bed. */
function bedsOf(routes: readonly RouteEnds[]): Bed[] {
  const beds = new Map<string, Bed>()
  for (const [index, { a, b, length }] of routes.entries()) {
    const key = a < b ? `${a} ${b}` : `${b} ${a}`
    const bed = beds.get(key)
    if (bed) bed.routes.push(index)
    else beds.set(key, { a, b, length, routes: [index] })
  }
  return [...beds.values()]
}

function layTrack(bed: Bed, lie: Lie, markers: readonly Circle[], measures: Measures): Track {
  const from = markers[bed.a] as Circle
  const to = markers[bed.b] as Circle
  const arc: Arc = { from, to, bend: lie.bend }
  const { space, gap } = measures
  const ownClearance = gap.least + (bed.routes.length > 1 ? measures.twinDistance * 0.1 : 0)
  const room = arcLength(arc) - from.radius - to.radius - 2 * ownClearance
  const tightest = space.length + gap.least
  const pitch = Math.min(space.length + gap.most, Math.max(tightest, (room + gap.least) / bed.length))
  const taken = pitch * bed.length - (pitch - space.length)
  const middle = (from.radius - to.radius) / 2 + (Math.max(0, room - taken) / 2) * lie.shift
  const sides = bed.routes.map((route, place): TrackSide => {
    const aside = (place - (bed.routes.length - 1) / 2) * measures.twinDistance
    const spaces = Array.from({ length: bed.length }, (_, index): Box => {
      const along = middle + (index - (bed.length - 1) / 2) * pitch
      return { ...poseAt(arc, along, aside), width: space.length, height: space.width }
    })
    const half = taken / 2
    const line = `M${from.x} ${from.y}L${arcPath(arc, aside, middle - half, middle + half)}L${to.x} ${to.y}`
    return { route, aside, spaces, line }
  })
  return { a: bed.a, b: bed.b, arc, sides }
}

function crowding(
  track: Track,
  others: readonly TurnedBox[],
  markers: readonly Circle[],
  labels: readonly TurnedBox[],
  measures: Measures,
  limit: number,
): number {
  const { space, gap } = measures
  const air = space.width * 1.1
  const near = (Math.hypot(space.length, space.width) + air) ** 2
  let cost = 0
  for (const { spaces } of track.sides) {
    for (const box of spaces.map(turned)) {
      for (const other of others) {
        if ((box.x - other.x) ** 2 + (box.y - other.y) ** 2 > near) continue
        cost += price(separationOfTurned(box, other), gap.least, air)
      }
      for (const marker of markers) cost += price(clearanceOfTurned(box, marker), gap.least, air * 0.8)
      for (const label of labels) cost += price(separationOfTurned(box, label), gap.least, gap.least)
      if (cost > limit) return cost
    }
  }
  return cost
}

/** Free from `air` on, dearer as it gets narrower, very dear below `least`. */
function price(apart: number, least: number, air: number): number {
  if (apart >= air) return 0
  const squeeze = 1 - Math.max(apart, 0) / air
  return COST.crowding * squeeze * squeeze + (apart < least ? COST.overlap * (least - apart) : 0)
}

function nearTracks(track: Track, index: number, tracks: readonly Track[]): number[] {
  const span = spanOf(track)
  return tracks.flatMap((other, otherIndex) => {
    const otherSpan = spanOf(other)
    return otherIndex !== index && distance(span, otherSpan) < span.radius + otherSpan.radius ? [otherIndex] : []
  })
}

function isNear(track: Track | undefined, circle: Circle): boolean {
  if (!track) return false
  const span = spanOf(track)
  return distance(span, circle) < span.radius + circle.radius
}

/** A circle around everything a track can reach by bending. */
function spanOf({ arc: { from, to } }: Track): Circle {
  return { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2, radius: distance(from, to) * 0.75 }
}

function spacesOf(track: Track | undefined): readonly Box[] {
  return track ? track.sides.flatMap((side) => side.spaces) : []
}

function sameLie(a: Track, b: Track): boolean {
  const first = a.sides[0]?.spaces[0]
  const other = b.sides[0]?.spaces[0]
  return a.arc.bend === b.arc.bend && first?.x === other?.x && first?.y === other?.y
}
