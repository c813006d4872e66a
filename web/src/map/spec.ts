/**
 * What the client must know of an edition to draw its map. The names are those of the edition's JSON (`EditionSpec` in
 * `crates/rules`), so an edition that came from the server can be handed in as it is.
 */
export interface MapSpec {
  map: MapInfo
  cities: readonly CitySpec[]
  routes: readonly RouteSpec[]
}

export interface MapInfo {
  id: string
  name: string
  /** What one playing piece is called: `train`, `taxi`. */
  piece: string
  /** What the wild card is called: `Locomotive`, `Taxi`. */
  wild: string
  cards: readonly CardLook[]
  board?: BoardSize | null
}

export interface CardLook {
  color: string
  car: string
  symbol: SymbolName
  /** `#rrggbb` */
  fill: string
}

export interface BoardSize {
  width: number
  height: number
  car_length: number
}

export interface CitySpec {
  name: string
  attraction?: boolean
  region?: string | null
  lat?: number | null
  lon?: number | null
  x?: number | null
  y?: number | null
}

export interface RouteSpec {
  a: string
  b: string
  /** A card's colour, or `gray`. */
  color: string
  length: number
}

export const SYMBOLS = ['circle', 'square', 'triangle', 'diamond', 'cross', 'star', 'hexagon', 'bar'] as const
export type SymbolName = (typeof SYMBOLS)[number]

export const GRAY = 'gray'
export const LOCOMOTIVE = 'locomotive'

export function routeName(route: Pick<RouteSpec, 'a' | 'b'>): string {
  return `${route.a} – ${route.b}`
}
