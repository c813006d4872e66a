import { describe, expect, test } from 'vitest'
import labelWidths from 'virtual:label-widths'
import nycLayout from 'virtual:layout/nyc'
import toyLayout from 'virtual:layout/toy'
import usaLayout from 'virtual:layout/usa'
import nyc from 'virtual:map/nyc'
import toy from 'virtual:map/toy'
import usa from 'virtual:map/usa'
import { layOutBoard, type BoardLayout } from '../src/board/layout'
import { boardArea, LEAST } from '../src/board/measures'
import { findProblems, fitScale } from '../src/board/problems'
import { corners, separation, type Box } from '../src/board/shapes'
import { drawingOf } from '../src/board/shipped'
import type { MapSpec } from '../src/map/spec'

const shipped: [string, MapSpec, BoardLayout][] = [
  ['usa', usa, usaLayout],
  ['nyc', nyc, nycLayout],
  ['toy', toy, toyLayout],
]

describe.each(shipped)('the board of %s', (_, spec, layout) => {
  test('has every space of every route and a name for every city', () => {
    expect(layout.routes.map((route) => route.spaces.length)).toEqual(spec.routes.map((route) => route.length))
    expect(layout.cities.map((city) => city.label.lines.join(' '))).toEqual(spec.cities.map((city) => city.name))
  })

  test('has no space over another space, a city or a name, and nothing too small', () => {
    expect(findProblems(layout)).toEqual([])
  })

  test('shows spaces of 22 × 9 px and names of 11 px at a window of 1280 × 800', () => {
    const scale = fitScale(layout.bounds, boardArea(LEAST.window))
    for (const space of layout.routes.flatMap((route) => route.spaces)) {
      expect(space.width * scale).toBeGreaterThanOrEqual(22)
      expect(space.height * scale).toBeGreaterThanOrEqual(9)
    }
    expect(layout.measures.labelSize * scale).toBeGreaterThanOrEqual(11)
  })

  test('stands on the places of the map file', () => {
    expect(layout.cities.map(({ marker: { x, y } }) => ({ x, y }))).toEqual(spec.cities.map(({ x, y }) => ({ x, y })))
  })

  test('keeps both sides of a double route at one distance', () => {
    for (const [index, route] of layout.routes.entries()) {
      const twin = layout.routes.findIndex(({ a, b }, other) => other > index && a === route.a && b === route.b)
      for (const [place, space] of route.spaces.entries()) {
        const beside = layout.routes[twin]?.spaces[place]
        if (beside) expect(separation(space, beside)).toBeCloseTo(layout.measures.twinDistance - space.height, 1)
      }
    }
  })
})

describe('a map of somebody else', () => {
  const without = (spec: MapSpec, keep: 'earth' | 'nothing'): MapSpec => ({
    ...spec,
    map: { ...spec.map, id: 'own', board: null },
    cities: spec.cities.map(({ name, lat, lon }) =>
      keep === 'earth' ? { name, lat: lat ?? null, lon: lon ?? null } : { name },
    ),
  })

  test.each(shipped)('is laid out from latitude and longitude: %s', (_, spec) => {
    expect(layOutBoard(without(spec, 'earth'), labelWidths).problems).toEqual([])
  })

  test.each(shipped)('is laid out from its routes alone: %s', (_, spec) => {
    expect(layOutBoard(without(spec, 'nothing'), labelWidths).problems).toEqual([])
  })

  test('is told where it fails', () => {
    const crowded: MapSpec = {
      ...toy,
      map: { ...toy.map, id: 'crowded' },
      cities: toy.cities.map((city, index) => ({ ...city, x: 50 + index * 12, y: 50 })),
    }
    const texts = layOutBoard(crowded, labelWidths).problems.map((problem) => problem.text)
    expect(texts).toContain('Alder and Birch stand on the same place.')
    expect(texts.some((text) => text.startsWith('A space of Alder – Birch covers'))).toBe(true)
  })

  test('with the name of a shipped one, but other places, gets a layout of its own', async () => {
    const moved: MapSpec = {
      ...nyc,
      cities: nyc.cities.map((city) => ({ ...city, x: (city.x ?? 0) * 2, y: (city.y ?? 0) * 2 })),
    }
    const drawing = await drawingOf(moved)
    expect(drawing.scenery).toBeNull()
    expect(drawing.layout.cities[0]?.marker.x).toBe(220)
  })
})

test('separation is the distance of boxes by any means', () => {
  const box = (x: number, y: number, angle: number): Box => ({ x, y, width: 40, height: 16, angle })
  expect(separation(box(0, 0, 0), box(50, 0, 0))).toBeCloseTo(10)
  expect(separation(box(0, 0, 0), box(0, 20, 0))).toBeCloseTo(4)
  expect(separation(box(0, 0, 0), box(0, 20, Math.PI / 2))).toBeCloseTo(-8)
  // Against sampling: boxes are apart exactly when no corner or edge point of one lies in the other.
  let seed = 7
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647
  for (let round = 0; round < 500; round++) {
    const a = box(0, 0, random() * Math.PI)
    const b = box(random() * 80 - 40, random() * 80 - 40, random() * Math.PI)
    const apart = separation(a, b)
    if (Math.abs(apart) > 0.5) expect(edgesMeet(a, b)).toBe(apart < 0)
  }
})

/** Whether a point of one box's edges, or its middle, lies in the other box. */
function edgesMeet(a: Box, b: Box): boolean {
  const within = (box: Box, x: number, y: number) => {
    const dx = x - box.x
    const dy = y - box.y
    const u = dx * Math.cos(box.angle) + dy * Math.sin(box.angle)
    const v = dy * Math.cos(box.angle) - dx * Math.sin(box.angle)
    return Math.abs(u) <= box.width / 2 && Math.abs(v) <= box.height / 2
  }
  const crosses = (one: Box, other: Box) => {
    const points = corners(one)
    return points.some((from, index) => {
      const to = points[(index + 1) % 4] ?? from
      return Array.from({ length: 81 }, (_, step) => step / 80).some((share) =>
        within(other, from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share),
      )
    })
  }
  return crosses(a, b) || crosses(b, a)
}
