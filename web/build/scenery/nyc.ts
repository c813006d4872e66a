/** Manhattan and its neighbours behind the routes: our own drawing in the units of the board. */

import type { Area, Line, Mark, Scenery } from './scenery.ts'
import { smooth, straight } from './smooth.ts'
import type { Pair } from './warp.ts'

const EXTENT = { left: -1400, top: -600, right: 2200, bottom: 1700 }

const westShore: readonly Pair[] = [
  [18, -600],
  [22, -300],
  [26, -100],
  [30, 60],
  [34, 160],
  [38, 250],
  [40, 330],
  [52, 420],
  [74, 500],
  [100, 580],
  [128, 660],
  [166, 740],
  [204, 808],
  [248, 876],
  [290, 936],
  [330, 990],
  [366, 1026],
]
const eastShore: readonly Pair[] = [
  [436, -600],
  [440, -300],
  [448, -60],
  [462, 40],
  [490, 130],
  [522, 220],
  [540, 300],
  [550, 370],
  [562, 440],
  [582, 500],
  [606, 555],
  [630, 610],
  [654, 665],
  [664, 720],
  [652, 775],
  [618, 822],
  [570, 866],
  [526, 906],
  [500, 952],
  [474, 1000],
  [444, 1030],
]
const manhattan: readonly Pair[] = [...westShore, [404, 1040], ...eastShore.toReversed()]

const longIsland: readonly Pair[] = [
  [700, -600],
  [676, -300],
  [640, -120],
  [622, 30],
  [648, 160],
  [682, 270],
  [706, 350],
  [690, 392],
  [726, 440],
  [748, 540],
  [762, 640],
  [758, 712],
  [716, 734],
  [736, 776],
  [700, 820],
  [654, 856],
  [612, 900],
  [590, 950],
  [584, 1000],
  [558, 1046],
  [520, 1090],
  [508, 1150],
  [560, 1210],
  [540, 1320],
  [480, 1420],
  [470, 1700],
  [2200, 1700],
  [2200, -600],
]
const newJersey: readonly Pair[] = [
  [-130, -600],
  [-124, -300],
  [-112, -60],
  [-100, 120],
  [-108, 250],
  [-92, 380],
  [-70, 500],
  [-44, 600],
  [-52, 660],
  [-14, 720],
  [8, 800],
  [44, 866],
  [20, 930],
  [62, 990],
  [40, 1070],
  [84, 1150],
  [40, 1260],
  [100, 1400],
  [60, 1700],
  [-1400, 1700],
  [-1400, -600],
]
const islands: readonly (readonly Pair[])[] = [
  // Roosevelt Island
  [
    [556, -20],
    [570, 20],
    [590, 90],
    [606, 170],
    [612, 226],
    [604, 232],
    [586, 172],
    [566, 90],
    [552, 20],
  ],
  // Governors, Liberty and Ellis Island
  [
    [430, 1096],
    [470, 1090],
    [488, 1112],
    [462, 1136],
    [428, 1124],
  ],
  [
    [196, 1086],
    [220, 1080],
    [226, 1098],
    [204, 1106],
  ],
  [
    [168, 1016],
    [192, 1012],
    [196, 1030],
    [174, 1034],
  ],
]

const parks: readonly (readonly Pair[])[] = [
  // Central Park
  [
    [152, -600],
    [356, -600],
    [358, 20],
    [352, 150],
    [196, 146],
    [160, 24],
  ],
  // Riverside Park
  [
    [26, -600],
    [46, -600],
    [52, 60],
    [40, 70],
  ],
  // Bryant Park, Madison, Union, Washington and Tompkins Square, Battery Park, Fort Greene, Prospect Park
  [
    [316, 304],
    [352, 308],
    [350, 334],
    [314, 330],
  ],
  [
    [404, 402],
    [434, 406],
    [432, 432],
    [402, 428],
  ],
  [
    [428, 552],
    [458, 556],
    [456, 582],
    [426, 578],
  ],
  [
    [292, 700],
    [322, 706],
    [318, 732],
    [288, 726],
  ],
  [
    [588, 566],
    [610, 596],
    [592, 606],
    [572, 578],
  ],
  [
    [352, 1000],
    [398, 1016],
    [396, 1032],
    [366, 1022],
  ],
  [
    [838, 880],
    [882, 876],
    [886, 914],
    [842, 918],
  ],
  [
    [880, 1100],
    [960, 1080],
    [1010, 1160],
    [960, 1240],
    [890, 1190],
  ],
]

/** From shore to shore. */
const bridges: readonly (readonly [Pair, Pair])[] = [
  [
    [506, 160],
    [664, 214],
  ],
  [
    [658, 690],
    [764, 672],
  ],
  [
    [598, 840],
    [722, 742],
  ],
  [
    [510, 932],
    [614, 896],
  ],
]

export function nycScenery(): Scenery {
  const areas: Area[] = [
    { kind: 'land', path: smooth(newJersey, true) },
    { kind: 'land', path: smooth(longIsland, true) },
    ...islands.map((island): Area => ({ kind: 'land', path: smooth(island, true) })),
    { kind: 'home', path: smooth(manhattan, true) },
    ...parks.map((park): Area => ({ kind: 'park', path: `${straight(park)}Z` })),
  ]
  const lines: Line[] = [
    { kind: 'street', path: [...crossStreets(), ...avenues(), ...boroughStreets()].join('') },
    ...bridges.map((ends): Line => ({ kind: 'bridge', path: straight(ends) })),
  ]
  const marks: Mark[] = [
    ...[
      [190, -40],
      [216, 30],
      [188, 80],
      [320, -30],
      [330, 60],
      [306, 110],
      [230, 116],
      [922, 1130],
      [950, 1190],
      [860, 896],
    ],
  ].map(([x = 0, y = 0]) => ({ kind: 'tree', x, y }))
  marks.push({ kind: 'ship', x: -34, y: 300 }, { kind: 'ship', x: 280, y: 1090 }, { kind: 'ship', x: 92, y: 760 })
  return {
    extent: EXTENT,
    title: { x: -226, y: 884 },
    areas,
    shore: [newJersey, longIsland, manhattan, ...islands].map((land) => smooth(land, true)).join(''),
    lines,
    marks,
    names: [
      { text: 'Hudson River', kind: 'water', x: 34, y: 590, angle: 72, size: 24 },
      { text: 'East River', kind: 'water', x: 662, y: 480, angle: 68, size: 22 },
      { text: 'New Jersey', kind: 'land', x: -176, y: 420, angle: -90, size: 34 },
      { text: 'Queens', kind: 'land', x: 884, y: 170, angle: 0, size: 30 },
      { text: 'Long Island', kind: 'land', x: 945, y: 560, angle: 90, size: 34 },
      { text: 'Upper Bay', kind: 'water', x: 270, y: 1180, angle: 0, size: 26 },
    ],
  }
}

/** Where a shore is at a height of the drawing. */
function shoreAt(shore: readonly Pair[], y: number): number {
  for (const [index, [x1, y1]] of shore.entries()) {
    const [x2, y2] = shore[index + 1] ?? [x1, Infinity]
    if (y >= y1 && y <= y2) return y2 === Infinity ? x1 : x1 + ((x2 - x1) * (y - y1)) / (y2 - y1)
  }
  return shore[0]?.[0] ?? 0
}

function crossStreets(): string[] {
  const streets: string[] = []
  for (let y = -580; y < 990; y += 26) {
    const from: Pair = [shoreAt(westShore, y) + 8, y]
    const to: Pair = [shoreAt(eastShore, y + 8) - 8, y + 8]
    streets.push(straight([from, to]))
  }
  return streets
}

function avenues(): string[] {
  const steps = Array.from({ length: 32 }, (_, index) => -590 + index * 50)
  const along = (share: number): Pair[] =>
    steps
      .filter((y) => y <= 960)
      .map((y) => [shoreAt(westShore, y) + (shoreAt(eastShore, y) - shoreAt(westShore, y)) * share, y])
  return [0.1, 0.24, 0.38, 0.52, 0.66, 0.8, 0.92].map((share) => smooth(along(share)))
}

/** A loose net on the other shores. */
function boroughStreets(): string[] {
  const streets: string[] = []
  for (let y = -580; y < 1500; y += 84) {
    streets.push(
      straight([
        [shoreAt(longIsland, y) + 10, y],
        [EXTENT.right, y + 160],
      ]),
    )
    streets.push(
      straight([
        [shoreAt(newJersey, y) - 10, y],
        [EXTENT.left, y + 120],
      ]),
    )
  }
  for (let step = 0; step < 16; step++) {
    streets.push(
      straight([
        [830 + step * 90, EXTENT.top],
        [770 + step * 90, EXTENT.bottom],
      ]),
    )
    streets.push(
      straight([
        [-180 - step * 80, EXTENT.top],
        [-120 - step * 80, EXTENT.bottom],
      ]),
    )
  }
  return streets
}
