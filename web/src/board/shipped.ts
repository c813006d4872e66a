/** Layout and scenery of a map: made at build time for the maps of the house, computed here for everybody else's. */

import type { Scenery } from '../../build/scenery/scenery.ts'
import type { MapSpec } from '../map/spec.ts'
import { layOutBoard, type BoardLayout } from './layout.ts'

export interface BoardDrawing {
  layout: BoardLayout
  scenery: Scenery | null
}

const shipped: Record<string, () => Promise<BoardDrawing>> = {
  usa: async () => ({
    layout: (await import('virtual:layout/usa')).default,
    scenery: (await import('virtual:scenery/usa')).default,
  }),
  nyc: async () => ({
    layout: (await import('virtual:layout/nyc')).default,
    scenery: (await import('virtual:scenery/nyc')).default,
  }),
}

export async function drawingOf(spec: MapSpec): Promise<BoardDrawing> {
  const ready = await shipped[spec.map.id]?.()
  // A record may carry an older map of the same name.
  if (ready && fits(ready.layout, spec)) return ready
  const letters = (await import('virtual:label-widths')).default
  return { layout: layOutBoard(spec, letters), scenery: null }
}

function fits({ cities, routes }: BoardLayout, spec: MapSpec): boolean {
  return (
    cities.length === spec.cities.length &&
    routes.length === spec.routes.length &&
    spec.cities.every(({ name, x, y }, index) => {
      const city = cities[index]
      return city?.name === name && city.marker.x === x && city.marker.y === y
    }) &&
    spec.routes.every(({ a, b, length }, index) => {
      const route = routes[index]
      return route?.spaces.length === length && cities[route.a]?.name === a && cities[route.b]?.name === b
    })
  )
}
