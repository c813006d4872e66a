/** From a map to everything on the board: where each space, city marker and label stands. */

import type { MapSpec } from '../map/spec.ts'
import { coveredLabels, placeLabels, type Label, type LetterWidths } from './labels.ts'
import { measuresFor, type Measures } from './measures.ts'
import { findProblems, type LayoutProblem } from './problems.ts'
import { placeCities, type Placement } from './place.ts'
import { layTracks, type Track } from './tracks.ts'
import { boundsOf, corners, grown, type Bounds, type Box, type Circle } from './shapes.ts'

export interface BoardLayout {
  measures: Measures
  /** What must be in sight when the board is fitted into its area. */
  bounds: Bounds
  /** In the order of the map's cities. */
  cities: readonly CityLayout[]
  /** In the order of the map's routes. */
  routes: readonly RouteLayout[]
  /** Empty when nothing overlaps and everything is large enough. */
  problems: readonly LayoutProblem[]
}

export interface CityLayout {
  name: string
  marker: Circle
  attraction: boolean
  label: Label
}

export interface RouteLayout {
  a: number
  b: number
  spaces: readonly Box[]
  /** The line under the spaces, from city to city. */
  line: string
}

/** How often tracks and labels may make room for each other. */
const ROUNDS = 5

/** How much computed places may be stretched for the sake of names and spaces. */
const SPREADS = [1, 1.1, 1.2, 1.35, 1.5]

/** Lays out any map. What does not fit is told in `problems`, never by throwing. */
export function layOutBoard(spec: MapSpec, letters: LetterWidths): BoardLayout {
  let best: BoardLayout | undefined
  for (const spread of SPREADS) {
    const placement = placeCities(spec, spread)
    const layout = layOut(spec, placement, letters)
    if (!best || layout.problems.length < best.problems.length) best = layout
    if (placement.given || layout.problems.length === 0) break
  }
  return best as BoardLayout
}

function layOut(spec: MapSpec, { positions, carLength }: Placement, letters: LetterWidths): BoardLayout {
  const measures = measuresFor(carLength)
  const markers = spec.cities.map((city, index): Circle => ({
    ...(positions[index] ?? { x: 0, y: 0 }),
    radius: city.attraction ? measures.attractionRadius : measures.cityRadius,
  }))
  const names = spec.cities.map((city) => city.name)
  const numberOf = new Map(names.map((name, index) => [name, index]))
  const ends = spec.routes.map((route) => ({
    a: numberOf.get(route.a) ?? 0,
    b: numberOf.get(route.b) ?? 0,
    length: route.length,
  }))

  let tracks: Track[] = layTracks(ends, markers, [], measures)
  let labels = placeLabels(names, markers, spacesOf(tracks), measures, letters)
  for (let round = 1; round < ROUNDS && findProblems(draft()).length > 0; round++) {
    const covered = coveredLabels(labels, spacesOf(tracks))
    labels = placeLabels(names, markers, spacesOf(tracks), measures, letters, covered)
    tracks = layTracks(ends, markers, labels, measures, tracks)
    labels = placeLabels(names, markers, spacesOf(tracks), measures, letters)
  }

  const layout = draft()
  return { ...layout, problems: findProblems(layout) }

  function draft(): BoardLayout {
    const cities = names.map((name, index): CityLayout => ({
      name,
      marker: markers[index] as Circle,
      attraction: spec.cities[index]?.attraction ?? false,
      label: labels[index] as Label,
    }))
    const routes: RouteLayout[] = ends.map(({ a, b }) => ({ a, b, spaces: [], line: '' }))
    for (const track of tracks) {
      for (const side of track.sides) {
        const route = routes[side.route]
        if (route) routes[side.route] = { ...route, spaces: side.spaces, line: side.line }
      }
    }
    return { measures, bounds: extent(cities, routes, measures), cities, routes, problems: [] }
  }
}

function spacesOf(tracks: readonly Track[]): Box[] {
  return tracks.flatMap((track) => track.sides.flatMap((side) => side.spaces))
}

function extent(cities: readonly CityLayout[], routes: readonly RouteLayout[], measures: Measures): Bounds {
  const points = [
    ...routes.flatMap((route) => route.spaces.flatMap((space) => corners(space))),
    ...cities.flatMap(({ label }) => corners(label.box)),
    ...cities.flatMap(({ marker }) => [
      { x: marker.x - marker.radius, y: marker.y - marker.radius },
      { x: marker.x + marker.radius, y: marker.y + marker.radius },
    ]),
  ]
  return grown(boundsOf(points), measures.space.width)
}
