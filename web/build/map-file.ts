import { parse } from 'smol-toml'
import type { CardLook, CitySpec, MapInfo, MapSpec, RouteSpec } from '../src/map/spec.ts'

type MapFile = MapInfo & { cities: CitySpec[]; routes: RouteSpec[]; cards: CardLook[] }

/** A map file in the shape in which an edition's JSON carries it. The Rust loader is the one that checks map files. */
export function parseMap(text: string): MapSpec {
  const { id, name, piece, wild, cards, board, cities, routes } = parse(text) as unknown as MapFile
  return { map: { id, name, piece, wild, cards, ...(board && { board }) }, cities, routes }
}
