/** What is wrong with a layout: things that overlap, and things too small to read or hit. */

import type { BoardLayout } from './layout.ts'
import { boardArea, LEAST } from './measures.ts'
import { clearance, distance, reach, separation, type Bounds, type Box } from './shapes.ts'

export interface LayoutProblem {
  kind: 'overlap' | 'too-small'
  /** A sentence that names what is in the way of what. */
  text: string
}

interface Thing {
  name: string
  box: Box
}

/** Rounding must not make a problem of things that just touch. */
const TOUCH = -1e-6

export function findProblems(layout: BoardLayout): LayoutProblem[] {
  return [...overlaps(layout), ...tooSmall(layout)]
}

function overlaps({ cities, routes }: BoardLayout): LayoutProblem[] {
  const spaces = routes.map((route, index) => {
    const name = `${cities[route.a]?.name ?? '?'} – ${cities[route.b]?.name ?? '?'}`
    return route.spaces.map((box): Thing & { route: number } => ({ name, box, route: index }))
  })
  const labels = cities.map(({ name, label }): Thing => ({ name, box: label.box }))
  const found = new Set<string>()

  const flat = spaces.flat()
  for (const [index, one] of flat.entries()) {
    for (const other of flat.slice(index + 1)) {
      if (touching(one, other)) found.add(`Spaces of ${one.name} and ${other.name} overlap.`)
    }
    for (const city of cities) {
      if (clearance(one.box, city.marker) < TOUCH) found.add(`A space of ${one.name} covers ${city.name}.`)
    }
    for (const label of labels) {
      if (touching(one, label)) found.add(`A space of ${one.name} covers the name ${label.name}.`)
    }
  }
  for (const [index, label] of labels.entries()) {
    for (const other of labels.slice(index + 1)) {
      if (touching(label, other)) found.add(`The names ${label.name} and ${other.name} overlap.`)
    }
    for (const city of cities) {
      if (clearance(label.box, city.marker) < TOUCH) found.add(`The name ${label.name} covers ${city.name}.`)
    }
  }
  for (const [index, { name, marker }] of cities.entries()) {
    for (const other of cities.slice(index + 1)) {
      if (distance(marker, other.marker) < marker.radius + other.marker.radius) {
        found.add(`${name} and ${other.name} stand on the same place.`)
      }
    }
  }
  return [...found].map((text) => ({ kind: 'overlap', text }))
}

function touching(one: Thing, other: Thing): boolean {
  return distance(one.box, other.box) < reach(one.box) + reach(other.box) && separation(one.box, other.box) < TOUCH
}

/** How many pixels a unit of the board gets when all of it is fitted into an area. */
export function fitScale(bounds: Bounds, area: { width: number; height: number }): number {
  return Math.min(area.width / (bounds.right - bounds.left), area.height / (bounds.bottom - bounds.top))
}

function tooSmall({ bounds, measures }: BoardLayout): LayoutProblem[] {
  const scale = fitScale(bounds, boardArea(LEAST.window))
  const { length, width } = measures.space
  const at = `at a window of ${LEAST.window.width} × ${LEAST.window.height}`
  const size = (value: number) => (value * scale).toFixed(1)
  const found: LayoutProblem[] = []
  if (length * scale < LEAST.space.length || width * scale < LEAST.space.width) {
    const text = `A space is only ${size(length)} × ${size(width)} px ${at}; it should be ${LEAST.space.length} × ${LEAST.space.width}.`
    found.push({ kind: 'too-small', text })
  }
  if (measures.labelSize * scale < LEAST.label) {
    found.push({
      kind: 'too-small',
      text: `Names are only ${size(measures.labelSize)} px high ${at}; they should be ${LEAST.label}.`,
    })
  }
  return found
}
