/**
 * Where the cities stand. A map says so itself, or its latitudes and longitudes are a start, or the lengths of its routes
 * have to do. Only in the first case are the places final; else cities make room for each other and for their routes.
 */

import type { MapSpec } from '../map/spec.ts'
import { measuresFor } from './measures.ts'
import { distance, type Point } from './shapes.ts'

export interface Placement {
  positions: Point[]
  carLength: number
  /** Whether the map itself gave the places. */
  given: boolean
}

interface Link {
  a: number
  b: number
  /** How far apart the cities must be for the route's spaces. */
  needed: number
}

/** Any number would do: everything else is a share of it. */
const CAR_LENGTH = 44
const RELAXATIONS = 600

/** `spread` stretches computed places, for maps whose names and spaces need more air. */
export function placeCities(spec: MapSpec, spread = 1): Placement {
  const { board } = spec.map
  const given = spec.cities.flatMap(({ x, y }) => (isNumber(x) && isNumber(y) ? [{ x, y }] : []))
  if (board && given.length === spec.cities.length) {
    return { positions: given, carLength: board.car_length, given: true }
  }
  const links = linksOf(spec)
  const onEarth = spec.cities.flatMap(({ lat, lon }) => (isNumber(lat) && isNumber(lon) ? [{ lat, lon }] : []))
  const start =
    onEarth.length === spec.cities.length ? fromEarth(onEarth, links) : fromLengths(spec.cities.length, links)
  const relaxed = relax(start, links)
  return {
    positions: relaxed.map(({ x, y }) => ({ x: x * spread, y: y * spread })),
    carLength: CAR_LENGTH,
    given: false,
  }
}

function linksOf(spec: MapSpec): Link[] {
  const measures = measuresFor(CAR_LENGTH)
  const numberOf = new Map(spec.cities.map(({ name }, index) => [name, index]))
  const links = new Map<string, Link>()
  for (const route of spec.routes) {
    const a = numberOf.get(route.a) ?? 0
    const b = numberOf.get(route.b) ?? 0
    const needed =
      route.length * (measures.space.length + measures.gap.least) +
      2 * measures.attractionRadius +
      measures.space.length
    links.set(a < b ? `${a} ${b}` : `${b} ${a}`, { a, b, needed })
  }
  return [...links.values()]
}

/** Mercator, scaled so that most routes have the room they need. */
function fromEarth(places: readonly { lat: number; lon: number }[], links: readonly Link[]): Point[] {
  const plane = places.map(({ lat, lon }) => {
    const phi = (Math.max(-85, Math.min(85, lat)) * Math.PI) / 180
    return { x: (lon * Math.PI) / 180, y: -Math.log(Math.tan(Math.PI / 4 + phi / 2)) }
  })
  const stretch = links
    .map(({ a, b, needed }) => needed / Math.max(1e-9, distance(at(plane, a), at(plane, b))))
    .sort((a, b) => a - b)
  const scale = stretch[Math.floor(stretch.length * 0.6)] ?? 1000
  return plane.map(({ x, y }) => ({ x: x * scale, y: y * scale }))
}

/** Stress majorisation: distances on paper become as like the distances by rail as the plane allows. */
function fromLengths(count: number, links: readonly Link[]): Point[] {
  const rail = railDistances(count, links)
  const points = scaled(rail)
  for (let step = 0; step < 200; step++) {
    for (const [index, point] of points.entries()) {
      let weights = 0
      const next = { x: 0, y: 0 }
      for (const [otherIndex, other] of points.entries()) {
        if (otherIndex === index) continue
        const wanted = rail[index]?.[otherIndex] ?? 1
        const weight = 1 / (wanted * wanted)
        const apart = Math.max(1e-6, distance(point, other))
        next.x += weight * (other.x + (wanted * (point.x - other.x)) / apart)
        next.y += weight * (other.y + (wanted * (point.y - other.y)) / apart)
        weights += weight
      }
      if (weights > 0) points[index] = { x: next.x / weights, y: next.y / weights }
    }
  }
  return points
}

function railDistances(count: number, links: readonly Link[]): number[][] {
  const rail = Array.from({ length: count }, (_, a) =>
    Array.from({ length: count }, (_, b) => (a === b ? 0 : Infinity)),
  )
  for (const { a, b, needed } of links) {
    for (const [from, to] of [[a, b] as const, [b, a] as const]) {
      const row = rail[from]
      if (row) row[to] = Math.min(row[to] ?? Infinity, needed)
    }
  }
  for (const [via, viaRow] of rail.entries()) {
    for (const row of rail) {
      for (const [to, known] of row.entries())
        row[to] = Math.min(known, (row[via] ?? Infinity) + (viaRow[to] ?? Infinity))
    }
  }
  return rail
}

/** Classical scaling: the two main directions of the distances, found by power iteration. */
function scaled(rail: readonly number[][]): Point[] {
  const count = rail.length
  const squares = rail.map((row) => row.map((value) => value * value))
  const means = squares.map((row) => row.reduce((sum, value) => sum + value, 0) / count)
  const mean = means.reduce((sum, value) => sum + value, 0) / count
  const gram = squares.map((row, a) => row.map((value, b) => -(value - (means[a] ?? 0) - (means[b] ?? 0) + mean) / 2))
  const axes: number[][] = []
  for (const phase of [1, 2]) {
    let axis = Array.from({ length: count }, (_, index) => Math.sin(index * phase + phase))
    let strength = 0
    for (let step = 0; step < 100; step++) {
      for (const other of axes) {
        const share = dot(axis, other) / Math.max(1e-9, dot(other, other))
        axis = axis.map((value, index) => value - share * (other[index] ?? 0))
      }
      const next = gram.map((row) => dot(row, axis))
      strength = Math.sqrt(dot(next, next))
      axis = next.map((value) => value / Math.max(1e-9, strength))
    }
    axes.push(axis.map((value) => value * Math.sqrt(strength)))
  }
  return Array.from({ length: count }, (_, index) => ({ x: axes[0]?.[index] ?? 0, y: axes[1]?.[index] ?? 0 }))
}

/** Pushes cities apart until routes have their length, markers their distance and no city stands on a foreign route. */
function relax(start: readonly Point[], links: readonly Link[]): Point[] {
  const points = start.map((point) => ({ ...point }))
  const apart = CAR_LENGTH * 1.8
  const aside = CAR_LENGTH * 1.1
  for (let step = 0; step < RELAXATIONS; step++) {
    const strength = 0.4 * (1 - step / RELAXATIONS) + 0.1
    for (const { a, b, needed } of links) {
      const length = distance(at(points, a), at(points, b))
      if (length < needed) push(points, a, b, ((needed - length) / 2) * strength)
      else if (length > needed * 1.6) push(points, a, b, ((needed * 1.6 - length) / 2) * strength * 0.1)
    }
    for (let a = 0; a < points.length; a++) {
      for (let b = a + 1; b < points.length; b++) {
        const length = distance(at(points, a), at(points, b))
        if (length < apart) push(points, a, b, ((apart - length) / 2) * strength)
      }
    }
    for (const { a, b } of links) {
      for (const [index, point] of points.entries()) {
        if (index === a || index === b) continue
        const foot = nearestOn(point, at(points, a), at(points, b))
        const off = distance(point, foot)
        if (off >= aside) continue
        const away = off > 1e-6 ? { x: (point.x - foot.x) / off, y: (point.y - foot.y) / off } : { x: 0, y: 1 }
        const by = (aside - off) * strength
        move(points, index, away, by * 0.7)
        move(points, a, away, -by * 0.15)
        move(points, b, away, -by * 0.15)
      }
    }
  }
  return points
}

function push(points: Point[], a: number, b: number, by: number): void {
  const from = at(points, a)
  const to = at(points, b)
  const length = distance(from, to)
  const away = length > 1e-6 ? { x: (to.x - from.x) / length, y: (to.y - from.y) / length } : { x: 1, y: 0 }
  move(points, a, away, -by)
  move(points, b, away, by)
}

function move(points: Point[], index: number, direction: Point, by: number): void {
  const point = at(points, index)
  points[index] = { x: point.x + direction.x * by, y: point.y + direction.y * by }
}

function nearestOn(point: Point, a: Point, b: Point): Point {
  const squared = (b.x - a.x) ** 2 + (b.y - a.y) ** 2
  const share = squared === 0 ? 0 : ((point.x - a.x) * (b.x - a.x) + (point.y - a.y) * (b.y - a.y)) / squared
  const clamped = Math.max(0, Math.min(1, share))
  return { x: a.x + (b.x - a.x) * clamped, y: a.y + (b.y - a.y) * clamped }
}

function at(points: readonly Point[], index: number): Point {
  return points[index] ?? { x: 0, y: 0 }
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0)
}

function isNumber(value: number | null | undefined): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}
