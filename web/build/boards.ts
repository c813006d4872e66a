/**
 * What the client's build computes: maps from their TOML files, the scenery behind shipped maps, and the widths of letters
 * for placing names. Each is a module that the client imports, so nothing generated is kept in the repository.
 */

import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { layOutBoard } from '../src/board/layout.ts'
import { labelWidths } from './label-widths.ts'
import { parseMap } from './map-file.ts'
import { nycScenery } from './scenery/nyc.ts'
import type { Scenery } from './scenery/scenery.ts'
import { usaScenery } from './scenery/usa.ts'

const MAPS = fileURLToPath(new URL('../../maps/', import.meta.url))

const SHIPPED = ['usa', 'nyc', 'toy'] as const

const modules: Record<string, () => unknown> = {
  'virtual:label-widths': labelWidths,
  'virtual:scenery/usa': (): Scenery => usaScenery(readMap('usa')),
  'virtual:scenery/nyc': (): Scenery => nycScenery(),
}
for (const id of SHIPPED) {
  modules[`virtual:map/${id}`] = () => readMap(id)
  modules[`virtual:layout/${id}`] = () => rounded(layOutBoard(readMap(id), labelWidths()))
}

function readMap(id: string) {
  return parseMap(readFileSync(`${MAPS}${id}.toml`, 'utf8'))
}

/** Tenths of a unit are not to be seen; angles keep more. */
function rounded(value: unknown, key = ''): unknown {
  if (typeof value === 'number') return key === 'angle' ? Math.round(value * 1e4) / 1e4 : Math.round(value * 100) / 100
  if (Array.isArray(value)) return value.map((item) => rounded(item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, rounded(item, name)]))
}

export function boards(): Plugin {
  return {
    name: 'whistlestop-boards',
    resolveId: (id) => (id in modules ? `\0${id}` : undefined),
    load(id) {
      const make = modules[id.slice(1)]
      if (!id.startsWith('\0') || !make) return undefined
      const file = `${MAPS}${id.split('/').at(-1) ?? ''}.toml`
      if (existsSync(file)) this.addWatchFile(file)
      // A string that is parsed loads faster than the same data as an expression.
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(make()))})`
    },
  }
}
