import { expect, test } from 'vitest'
import nyc from 'virtual:scenery/nyc'
import usa from 'virtual:scenery/usa'
import { folds, thinPlate, type Pair } from '../build/scenery/warp'

test('a warp goes through its points and leaves a plane that fits already as it is', () => {
  const from: Pair[] = [
    [0, 0],
    [100, 0],
    [0, 100],
    [100, 100],
    [50, 40],
  ]
  const to: Pair[] = from.map(([x, y]) => [x * 2 + 5, y * 3 - 1])
  const [x, y] = thinPlate(from, to, 0)([30, 70])
  expect(x).toBeCloseTo(65)
  expect(y).toBeCloseTo(209)
  const bent = to.with(4, [130, 150])
  const warp = thinPlate(from, bent, 0)
  for (const [index, point] of from.entries()) {
    expect(warp(point)[0]).toBeCloseTo(bent[index]?.[0] ?? NaN)
    expect(warp(point)[1]).toBeCloseTo(bent[index]?.[1] ?? NaN)
  }
})

test('a fold is noticed', () => {
  const grid: Pair[] = [
    [0, 0],
    [10, 10],
  ]
  expect(folds(([x, y]) => [x, y], grid, 1)).toBe(false)
  expect(folds(([x, y]) => [-x, y], grid, 1)).toBe(true)
})

test.each([
  ['usa', usa],
  ['nyc', nyc],
])('the scenery of %s is made of finite paths', (_, scenery) => {
  for (const { path } of [...scenery.areas, ...scenery.lines]) {
    expect(path).toMatch(/^M/)
    expect(path).not.toMatch(/NaN|Infinity|undefined/)
  }
  expect(scenery.areas.filter((area) => area.kind === 'home')).toHaveLength(1)
})
