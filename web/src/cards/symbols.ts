import type { SymbolName } from '../map/spec'

/** Solid shapes in a square of 2 × 2 around the origin, of about the same area, told apart at 9 px. */
export const SYMBOL_PATHS: Readonly<Record<SymbolName, string>> = {
  circle: 'M0-.86A.86.86 0 1 1 0 .86A.86.86 0 1 1 0-.86Z',
  square: 'M-.78-.78H.78V.78H-.78Z',
  triangle: 'M0-.95L1 .8H-1Z',
  diamond: 'M0-1.05L.8 0L0 1.05L-.8 0Z',
  cross: 'M-.32-.95H.32V-.32H.95V.32H.32V.95H-.32V.32H-.95V-.32H-.32Z',
  star: 'M0-1.05L.27-.37L1-.32L.44.14L.62.85L0 .46L-.62.85L-.44.14L-1-.32L-.27-.37Z',
  hexagon: 'M-.5-.86H.5L1 0L.5 .86H-.5L-1 0Z',
  bar: 'M-1-.36H1V.36H-1Z',
}

/** The wild card's own mark: a wheel with spokes. */
export const WILD_PATH =
  'M0-1A1 1 0 1 1 0 1A1 1 0 1 1 0-1ZM0-.68A.68.68 0 1 0 0 .68A.68.68 0 1 0 0-.68Z' +
  'M-.1-.75H.1V.75H-.1ZM-.7.302L-.6.475L.7-.302L.6-.475ZM-.7-.302L-.6-.475L.7.302L.6.475ZM0-.28A.28.28 0 1 1 0 .28A.28.28 0 1 1 0-.28Z'
