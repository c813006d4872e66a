/** North America behind the routes: coasts and borders from the atlas packages, drawn to fit the cities of the board. */

import { geoConicEqualArea, geoPath, geoProjection, type GeoProjection } from 'd3-geo'
import type { Feature, Geometry, Position } from 'geojson'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { feature, merge, mesh } from 'topojson-client'
import { presimplify, quantile, simplify } from 'topojson-simplify'
import type { GeometryCollection, MultiPolygon, Polygon, Topology } from 'topojson-specification'
import type { MapSpec } from '../../src/map/spec.ts'
import { hills, inlandLakes, lakes, manitoulin, peaks, rivers } from './north-america.ts'
import type { Area, Line, Mark, Scenery } from './scenery.ts'
import { smooth } from './smooth.ts'
import { folds, thinPlate, type Pair } from './warp.ts'

const require = createRequire(import.meta.url)
const EXTENT = { left: -700, top: -600, right: 2400, bottom: 1700 }
/** The least of these that does not fold the map is taken: the first goes through every city. */
const STIFFNESS = [0, 0.0005, 0.001, 0.002, 0.004, 0.008, 0.016, 0.03]
/** Alaska, Hawaii and the islands are not on the board. */
const FAR_STATES = new Set(['02', '15', '60', '66', '69', '72', '78'])
const NEIGHBOURS = new Set(['124', '484', '192', '044', '320', '340', '084', '388', '332', '214'])

export function usaScenery(spec: MapSpec): Scenery {
  const projection = boardProjection(spec)
  const draw = geoPath(projection).digits(1)
  const path = (shape: Feature | Geometry) => draw(alongParallels(shape)) ?? ''
  const place = ([lon, lat]: Pair): Pair => projection([lon, lat]) ?? [0, 0]

  const states = atlas<{ states: GeometryCollection; nation: GeometryCollection }>('us-atlas/states-10m.json', 0.35)
  const world = atlas<{ countries: GeometryCollection<{ name: string }> }>('world-atlas/countries-50m.json', 0.3)
  const near = { ...states.objects.states, geometries: states.objects.states.geometries.filter(isNearState) }
  const neighbours = world.objects.countries.geometries.filter(({ id }) => NEIGHBOURS.has(String(id)))

  const home = merge(states, near.geometries as (Polygon | MultiPolygon)[])
  const areas: Area[] = [
    ...neighbours.map((country): Area => ({ kind: 'land', path: path(feature(world, country) as Feature) })),
    ...lakes.map((shore): Area => ({ kind: 'lake', path: smooth(shore.map(place), true) })),
    { kind: 'land' as const, path: smooth(manitoulin.map(place), true) },
    { kind: 'home' as const, path: path(home) },
    ...inlandLakes.map((shore): Area => ({ kind: 'lake', path: smooth(shore.map(place), true) })),
  ].filter((area) => area.path !== '')

  const coarseWorld = atlas<{ countries: GeometryCollection }>('world-atlas/countries-50m.json', 0.05)
  const coarseStates = atlas<{ states: GeometryCollection }>('us-atlas/states-10m.json', 0.05)
  const land = [
    ...coarseWorld.objects.countries.geometries
      .filter(({ id }) => NEIGHBOURS.has(String(id)))
      .map((country) => path(feature(coarseWorld, country) as Feature)),
    path(merge(coarseStates, coarseStates.objects.states.geometries.filter(isNearState) as (Polygon | MultiPolygon)[])),
  ]
  const lines: Line[] = [
    { kind: 'state', path: path(mesh(states as Topology, near as GeometryCollection, (a, b) => a !== b)) },
    ...rivers.map((course): Line => ({ kind: 'river', path: smooth(course.map(place)) })),
  ]
  const mark =
    (kind: Mark['kind']) =>
    (position: Pair): Mark => {
      const [x, y] = place(position).map(Math.round) as [number, number]
      return { kind, x, y }
    }
  return {
    extent: EXTENT,
    title: { x: 14, y: 846 },
    areas,
    shore: land.join(''),
    lines,
    marks: [...peaks.map(mark('peak')), ...hills.map(mark('hill'))],
    names: [
      { text: 'Pacific Ocean', kind: 'water', x: 20, y: 330, angle: -90, size: 26 },
      { text: 'Atlantic Ocean', kind: 'water', x: 1562, y: 812, angle: -60, size: 24 },
      { text: 'Gulf of Mexico', kind: 'water', x: 1100, y: 1010, angle: 0, size: 24 },
      { text: 'Canada', kind: 'land', x: 640, y: 60, angle: 0, size: 30 },
      { text: 'Mexico', kind: 'land', x: 560, y: 990, angle: 0, size: 30 },
    ],
  }
}

function atlas<Objects extends Record<string, unknown>>(file: string, keep: number): Topology & { objects: Objects } {
  const topology = JSON.parse(readFileSync(require.resolve(file), 'utf8')) as Topology<Record<string, never>>
  const weighed = presimplify(topology)
  return simplify(weighed, quantile(weighed, keep)) as unknown as Topology & { objects: Objects }
}

function isNearState({ id }: { id?: string | number | undefined }): boolean {
  return !FAR_STATES.has(String(id).padStart(2, '0'))
}

/**
 * Borders that follow a parallel are one long segment in an atlas, which d3 would take for a great circle. Points in
 * between keep them where they are.
 */
function alongParallels<Shape extends Feature | Geometry>(shape: Shape): Shape {
  const dense = (positions: Position[]): Position[] =>
    positions.flatMap((position, index) => {
      const next = positions[index + 1]
      if (!next) return [position]
      const [lon = 0, lat = 0] = position
      const [nextLon = 0, nextLat = 0] = next
      const parts = Math.ceil(Math.abs(nextLon - lon))
      const between = (part: number): Position => [
        lon + ((nextLon - lon) * part) / parts,
        lat + ((nextLat - lat) * part) / parts,
      ]
      return [position, ...Array.from({ length: Math.max(0, parts - 1) }, (_, part) => between(part + 1))]
    })
  const walk = (value: unknown): unknown =>
    Array.isArray(value) && Array.isArray(value[0]) && typeof value[0][0] === 'number'
      ? dense(value as Position[])
      : Array.isArray(value)
        ? value.map(walk)
        : value
  if (shape.type === 'Feature') return { ...shape, geometry: alongParallels(shape.geometry) }
  return 'coordinates' in shape ? { ...shape, coordinates: walk(shape.coordinates) } : shape
}

function boardProjection(spec: MapSpec): GeoProjection {
  const albers = geoConicEqualArea()
    .parallels([29.5, 45.5])
    .rotate([96, 0])
    .center([0, 38])
    .scale(1900)
    .translate([850, 560])
  const from: Pair[] = []
  const to: Pair[] = []
  for (const { name, lat, lon, x, y } of spec.cities) {
    const projected = albers([lon ?? NaN, lat ?? NaN])
    if (!projected || typeof x !== 'number' || typeof y !== 'number')
      throw new Error(`${name} has no place on the earth or on the board.`)
    from.push(projected)
    to.push([x, y])
  }
  const grid: Pair[] = []
  for (let x = -100; x <= 1800; x += 20) for (let y = -100; y <= 1200; y += 20) grid.push([x, y])
  const warp = STIFFNESS.map((stiffness) => thinPlate(from, to, stiffness)).find(
    (candidate) => !folds(candidate, grid, 10),
  )
  if (!warp)
    throw new Error('The map folds under every stiffness: cities stand too far from where they are on the earth.')

  const raw = (lambda: number, phi: number): [number, number] => {
    const flat = albers([(lambda * 180) / Math.PI, (phi * 180) / Math.PI]) ?? [0, 0]
    const [x, y] = warp(flat)
    // d3 turns the y axis of raw projections over.
    return [x, -y]
  }
  // d3 moves the centre to the translation: both say where the same point is.
  const centre: [number, number] = [-96, 38]
  const [x, y] = warp(albers(centre) ?? [0, 0])
  return geoProjection(raw)
    .scale(1)
    .center(centre)
    .translate([x, y])
    .precision(0.5)
    .clipExtent([
      [EXTENT.left, EXTENT.top],
      [EXTENT.right, EXTENT.bottom],
    ])
}
