import { expect, test } from 'vitest'
import layout from 'virtual:layout/usa'
import { afterResize, cameraOver, firstView, toScreen, wayIntoSight, wholeBoard, zoomRange } from '../src/board/camera'
import { middleOf, nextRoute } from '../src/board/walk'
import usa from 'virtual:map/usa'

const area = { width: 1000, height: 640 }

test('the whole board is in sight, in the middle', () => {
  const camera = wholeBoard(layout.bounds, area)
  const { left, top, right, bottom } = layout.bounds
  const first = toScreen(camera, { x: left, y: top })
  const last = toScreen(camera, { x: right, y: bottom })
  expect(first.x).toBeGreaterThanOrEqual(-1e-6)
  expect(first.y).toBeGreaterThanOrEqual(-1e-6)
  expect(first.x + last.x).toBeCloseTo(area.width)
  expect(first.y + last.y).toBeCloseTo(area.height)
})

test('a phone starts close enough to read names, and can still see everything', () => {
  const phone = { width: 390, height: 400 }
  const camera = firstView(layout, phone)
  expect(layout.measures.labelSize * camera.k).toBeGreaterThanOrEqual(10)
  expect(zoomRange(layout.bounds, phone)[0]).toBeLessThan(wholeBoard(layout.bounds, phone).k)
})

test('a point out of sight is brought within the margin, one in sight moves nothing', () => {
  const camera = { k: 2, x: 0, y: 0 }
  expect(wayIntoSight(camera, area, { x: 600, y: 100 }, 50)).toEqual({ x: -250, y: 0 })
  expect(wayIntoSight(camera, area, { x: -20, y: 10 }, 50)).toEqual({ x: 90, y: 30 })
  expect(wayIntoSight(camera, area, { x: 100, y: 100 }, 50)).toEqual({ x: 0, y: 0 })
})

test('a window of another size shows the same part of the board', () => {
  const [before, after] = [
    { width: 800, height: 600 },
    { width: 400, height: 300 },
  ]
  const camera = { k: 2, x: -300, y: -200 }
  const resized = afterResize(camera, layout.bounds, before, after)
  expect(resized.k).toBeCloseTo(1)
  const middle = { x: (400 - camera.x) / camera.k, y: (300 - camera.y) / camera.k }
  expect(toScreen(resized, middle).x).toBeCloseTo(200)
  expect(toScreen(resized, middle).y).toBeCloseTo(150)
})

test('what is in sight moves nothing, what is not is shown whole and no closer', () => {
  const area = { width: 400, height: 300 }
  const camera = { k: 2, x: 0, y: 0 }
  expect(
    cameraOver(
      camera,
      [
        { x: 50, y: 50 },
        { x: 150, y: 100 },
      ],
      area,
    ),
  ).toBe(camera)
  const near = { x: 0, y: 0 }
  const far = { x: 1000, y: 500 }
  const over = cameraOver(camera, [near, far], area)
  expect(over.k).toBeLessThan(camera.k)
  for (const point of [near, far]) expect(wayIntoSight(over, area, point, 30)).toEqual({ x: 0, y: 0 })
  expect(cameraOver(camera, [{ x: 900, y: 900 }], area).k).toBe(camera.k)
})

test('arrow keys reach every route from the first', () => {
  const reached = new Set([0])
  const waiting = [0]
  for (let route = waiting.pop(); route !== undefined; route = waiting.pop()) {
    for (const direction of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] as const) {
      const next = nextRoute(layout.routes, route, direction)
      if (!reached.has(next)) {
        reached.add(next)
        waiting.push(next)
      }
    }
  }
  expect([...layout.routes.keys()].filter((route) => !reached.has(route)).map((route) => usa.routes[route])).toEqual([])
})

test('an arrow key goes the way it points', () => {
  for (const route of layout.routes.keys()) {
    const from = layout.routes[route]
    const to = layout.routes[nextRoute(layout.routes, route, 'ArrowRight')]
    if (from && to && from !== to) expect(middleOf(to).x).toBeGreaterThan(middleOf(from).x)
  }
})
