/**
 * The vehicles on the cards, seen from the side in a field of 100 × 48 with the ground at 45. Each is a list of shapes from
 * back to front; a shape's tone becomes a colour that fits the card.
 */

export type Tone = 'ink' | 'cream' | 'tint' | 'shade' | 'line'

export interface Shape {
  tone: Tone
  d: string
}

const shape = (tone: Tone, d: string): Shape => ({ tone, d })
const rect = (x: number, y: number, width: number, height: number) => `M${x} ${y}h${width}v${height}h${-width}Z`
const disc = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0Z`
const wheels = (r: number, ...places: number[]): Shape[] => [
  shape('ink', places.map((x) => disc(x, 45 - r, r)).join('')),
  shape('cream', places.map((x) => disc(x, 45 - r, r * 0.42)).join('')),
]
/** Two bogies, a frame and couplers: what every railway car stands on. */
const underframe: Shape[] = [
  shape('ink', rect(3, 35, 94, 3) + rect(15, 38, 20, 2.4) + rect(65, 38, 20, 2.4)),
  ...wheels(4.6, 18, 31, 69, 82),
]

const vehicles: Readonly<Record<string, readonly Shape[]>> = {
  freight: [
    ...underframe,
    shape('tint', 'M10 29h80a3 3 0 0 1 0 6h-80a3 3 0 0 1 0-6Z'),
    shape('cream', 'M14 22h72a3.2 3.2 0 0 1 0 7h-72a3.2 3.2 0 0 1 0-7Z'),
    shape('tint', 'M22 15h56a3.2 3.2 0 0 1 0 7h-56a3.2 3.2 0 0 1 0-7Z'),
    shape('line', 'M20 32h22M50 32h30M24 25.5h14M46 25.5h34M32 18.5h20M60 18.5h12'),
    shape('ink', rect(26, 12, 2.6, 24) + rect(71, 12, 2.6, 24) + rect(48.6, 12, 2.6, 24)),
  ],
  passenger: [
    ...underframe,
    shape('ink', 'M4 15Q6 9 16 8.5H84Q94 9 96 15Z'),
    shape('cream', rect(5, 14, 90, 21)),
    shape('shade', rect(5, 28, 90, 3.4)),
    shape('ink', [11, 24, 33, 42, 51, 60, 69, 82].map((x) => rect(x, 17.5, 6.5, 8)).join('')),
    shape('line', 'M20 14V35M79 14V35M5 26.8H95'),
  ],
  tanker: [
    ...underframe,
    shape('ink', rect(44, 8, 12, 9) + rect(42, 6.6, 16, 2.6)),
    shape('cream', 'M15 14H85Q93 14 93 24.5T85 35H15Q7 35 7 24.5T15 14Z'),
    shape('tint', 'M15 27H92Q90 35 85 35H15Q9 35 7.6 27Z'),
    shape('line', 'M24 14V35M50 14V35M76 14V35M10 19H90'),
  ],
  reefer: [
    ...underframe,
    shape('ink', 'M5 12H95V9.6H5ZM10 9.6h10v-3h-10ZM80 9.6h10v-3h-10Z'),
    shape('cream', rect(6, 12, 88, 23)),
    shape('tint', rect(6, 30, 88, 5) + rect(6, 12, 88, 4)),
    shape('line', 'M16 16V30M26 16V30M74 16V30M84 16V30M40 12V35M60 12V35M50 12V35M40 20H60M40 27H60'),
    shape(
      'ink',
      'M32.2 17h1.6v4.6l3.3-3.3 1.1 1.1-3.3 3.3h0v1.2l3.3 3.3-1.1 1.1-3.3-3.3V29.6h-1.6v-4.6l-3.3 3.3-1.1-1.1 3.3-3.3v-1.2l-3.3-3.3 1.1-1.1 3.3 3.3Z',
    ),
  ],
  caboose: [
    ...underframe,
    shape('ink', rect(36, 4.6, 28, 2.6) + rect(8, 13, 84, 2.8) + rect(20, 6, 3, 8)),
    shape('cream', rect(39, 7, 22, 7) + rect(14, 15.6, 72, 19.4)),
    shape('shade', rect(14, 30, 72, 5)),
    shape(
      'ink',
      rect(42, 8.4, 6.5, 4.4) +
        rect(51.5, 8.4, 6.5, 4.4) +
        rect(24, 19, 9, 7) +
        rect(46, 19, 9, 7) +
        rect(68, 19, 9, 7),
    ),
    shape('line', 'M7 35V22H13M93 35V22H87M10 22V35M90 22V35M38 15V35M62 15V35'),
  ],
  box: [
    ...underframe,
    shape('ink', 'M4 13L9 9H91L96 13Z'),
    shape('cream', rect(6, 12.6, 88, 22.4)),
    shape('tint', rect(38, 12.6, 24, 22.4)),
    shape(
      'line',
      'M14 13V35M22 13V35M30 13V35M38 13V35M62 13V35M70 13V35M78 13V35M86 13V35M38 14L62 34M62 14L38 34M6 24H94',
    ),
  ],
  hopper: [
    ...underframe,
    shape('shade', 'M9 13Q20 6 30 11Q40 4 52 10Q64 4 74 11Q84 7 91 13Z'),
    shape('cream', 'M5 12H95L92 24L82 35H64L57 27H43L36 35H18L8 24Z'),
    shape('tint', 'M8.4 24H91.6L82 35H64L57 27H43L36 35H18Z'),
    shape('line', 'M18 12V24L22 35M34 12V27M50 12V27M66 12V27M82 12V24L78 35M6 16H94'),
  ],
  coal: [
    ...underframe,
    shape('ink', 'M8 20L13 14L18 16L23 10L30 13L36 8L43 12L50 7L57 12L64 9L70 14L77 10L83 15L88 14L92 20Z'),
    shape('cream', rect(5, 18.6, 90, 16.4)),
    shape('shade', rect(5, 18.6, 90, 3.2)),
    shape('line', 'M16 19V35M27 19V35M38 19V35M49 19V35M60 19V35M71 19V35M82 19V35'),
  ],
  locomotive: [
    shape('cream', 'M26 10Q20 3 30 2Q34-3 42 0Q52-4 58 1Q70-1 70 5Q62 4 56 6Q48 4 42 7Q34 6 31 10Z'),
    shape('ink', rect(6, 33, 82, 3.4)),
    shape('ink', 'M23 20L21 9H33L31 20ZM47 20v-6q4-3 8 0v6Z'),
    shape('cream', 'M14 18H66V33H14Q11 25.5 14 18Z'),
    shape('tint', 'M14 18H66V21.6H12.9ZM66 12H88V33H66Z'),
    shape('ink', 'M62 12V8.6H93V12Z'),
    shape('ink', rect(70, 16, 6, 7) + rect(79, 16, 6, 7) + 'M11 24h3v5h-3Z'),
    shape('line', 'M28 18V33M42 18V33M54 18V33M66 12V33M12.6 25.5H66'),
    shape('ink', 'M6 33L-2 45H12L14 36Z'),
    ...wheels(4, 18, 27),
    ...wheels(7, 44, 60, 76),
    shape('shade', 'M42 37H78V39H42Z'),
    shape('ink', rect(88, 33, 8, 3)),
  ],
  bus: [
    shape('ink', rect(4, 35, 90, 3)),
    shape('cream', 'M6 22H78L84 28H94V36H6Z'),
    shape('tint', rect(6, 10, 70, 12)),
    shape('shade', rect(6, 30, 88, 3)),
    shape('ink', [9, 20, 31, 42, 53].map((x) => rect(x, 24, 8, 5.4)).join('') + 'M66 24H76L80 29H66Z'),
    shape('line', 'M6 10V22M16 10V22M26 10V22M36 10V22M46 10V22M56 10V22M66 10V22M76 10V22M6 13H76M4 22H80'),
    shape('ink', 'M12 36L4 20H8L15 36Z'),
    ...wheels(7, 22, 76),
  ],
  tram: [
    shape('line', 'M50 9L64-1M50 9L40-1H70'),
    shape('ink', 'M10 10Q12 6.6 18 6.6H82Q88 6.6 90 10Z' + rect(8, 35, 84, 3.4)),
    shape('cream', 'M8 10H92L95 24V36H5V24Z'),
    shape('tint', 'M5.5 24H94.5V36H5Z'),
    shape('ink', [11, 24, 37, 50, 63, 77].map((x) => rect(x, 12.6, 9.6, 8.6)).join('')),
    shape('line', 'M22 10V36M75 10V36M5 24H95'),
    shape('shade', rect(5, 29, 90, 2.4)),
    ...wheels(4.6, 34, 46, 54, 66),
  ],
  limousine: [
    shape('ink', rect(6, 36, 84, 3)),
    shape('cream', 'M8 24H30L36 12H66L70 24H90Q94 25 94 30V36H8Q5 30 8 24Z'),
    shape('tint', 'M8 28H94V36H7Z'),
    shape('ink', 'M39 14.6H50V23H35ZM53 14.6H64L67 23H53Z' + rect(90, 18, 3, 10)),
    shape('line', 'M51.5 14V36M70 24V36M30 24V36'),
    shape('shade', 'M10 36Q10 28 20 28T30 36ZM70 36Q70 28 80 28T90 36Z'),
    ...wheels(7.4, 20, 80),
  ],
  bicycle: [
    shape('line', `${disc(24, 31, 13)}${disc(76, 31, 13)}`),
    shape('line', 'M24 31L40 13H66L76 31M40 13L48 31L66 13M24 31H48M40 13L38 8M66 13L64 6H72'),
    shape('ink', 'M32 6H46V9H36ZM63 4.6H75V7H66Z' + disc(48, 31, 4) + disc(24, 31, 2) + disc(76, 31, 2)),
    shape('cream', disc(48, 31, 1.8)),
  ],
  'fire engine': [
    shape('ink', rect(4, 33, 90, 3)),
    shape(
      'line',
      'M6 11H70M6 16H70M12 11V16M20 11V16M28 11V16M36 11V16M44 11V16M52 11V16M60 11V16M66 11V16M16 16V24M58 16V24',
    ),
    shape('cream', 'M6 22H60V34H6ZM60 18H76L80 24H92V34H60Z'),
    shape('tint', rect(6, 28, 86, 6)),
    shape('ink', 'M64 20.6H74L77 25H64Z' + disc(88, 21, 2.6) + rect(87.4, 21, 1.4, 4) + disc(32, 26, 4.6)),
    shape('cream', disc(32, 26, 2)),
    ...wheels(7.4, 20, 76),
  ],
  ferry: [
    shape('ink', 'M36 4H44V14H36ZM56 4H64V14H56Z'),
    shape('shade', rect(36, 6, 8, 2.6) + rect(56, 6, 8, 2.6)),
    shape('cream', 'M24 13H76V21H24ZM14 21H86V30H14Z'),
    shape('ink', [28, 36, 44, 52, 60, 68].map((x) => rect(x, 15.4, 4.6, 3.6)).join('')),
    shape('ink', [18, 28, 38, 48, 58, 68, 77].map((x) => rect(x, 23.4, 5.6, 4)).join('')),
    shape('tint', 'M4 30H96L88 42H12Z'),
    shape('line', 'M4 30H96M7 34H93M90 21V9M90 9L97 12L90 15'),
    shape('cream', 'M0 42Q6 38 12 42T24 42T36 42T48 42T60 42T72 42T84 42T100 42V47H0Z'),
  ],
  taxi: [
    shape('ink', 'M44 6H58V11H44Z'),
    shape('cream', rect(46.5, 7.4, 9, 2.4)),
    shape('tint', 'M6 25Q8 23 16 22.6L28 11.6Q30 10.6 34 10.6H62Q66 10.6 69 13L78 22.6Q90 23 94 27V37H5Q4 29 6 25Z'),
    shape('ink', 'M31 13.6H46V22.6H22.5ZM50 13.6H62Q65 13.6 67 15.6L73.5 22.6H50Z'),
    shape('cream', rect(5, 29, 89, 3.4)),
    shape(
      'ink',
      [8, 17, 26, 35, 44, 53, 62, 71, 80, 89].map((x) => rect(x, 29, 4.4, 1.7) + rect(x - 3, 30.7, 4, 1.7)).join(''),
    ),
    shape('line', 'M48 11V37M30 22.6V37'),
    ...wheels(7.4, 22, 77),
  ],
}

const WILD: Readonly<Record<string, string>> = { train: 'locomotive', taxi: 'taxi' }
const KINDS = ['box', 'passenger', 'tanker', 'reefer', 'caboose', 'freight', 'hopper', 'coal']

/** The drawing for a card's car; a car we do not know gets one of ours, the same one every time. */
export function vehicleShapes(car: string, place = 0): readonly Shape[] {
  return vehicles[car.toLowerCase()] ?? vehicles[KINDS[place % KINDS.length] ?? 'box'] ?? []
}

export function wildShapes(piece: string): readonly Shape[] {
  return vehicleShapes(WILD[piece] ?? 'locomotive')
}
