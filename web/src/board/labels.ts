/** Places city names: each beside its own marker, on one line or two, clear of spaces, markers and other names. */

import type { Measures } from './measures.ts'
import {
  clearance,
  clearanceOfTurned,
  distance,
  reach,
  separation,
  separationOfTurned,
  turned,
  type Box,
  type Circle,
  type Point,
} from './shapes.ts'

export interface Label {
  lines: readonly string[]
  /** What the text covers. */
  box: Box
  /** Where the middle of the first line stands. */
  anchor: Point
  align: 'start' | 'middle' | 'end'
}

interface Candidate extends Label {
  cost: number
}

const DIRECTIONS = 24
/** Distances from the marker, as shares of the letter size. */
const DISTANCES = [0.12, 0.35, 0.65, 1, 1.4]
const SWEEPS = 8
const COST = { overlap: 1000, label: 1000, distance: 14, secondLine: 2, foreign: 20, crowding: 4 }

/** Advance of each letter of the label face at size 1. */
export type LetterWidths = Readonly<Record<string, number>>

export function textWidth(text: string, size: number, letters: LetterWidths): number {
  let width = 0
  for (const letter of text) width += letters[letter] ?? letters['M'] ?? 1
  return width * size
}

/**
 * Cities in `huddled` found no free place before: their names take as little room as they can, close to the marker, so
 * that routes can make way for them.
 */
export function placeLabels(
  names: readonly string[],
  markers: readonly Circle[],
  spaces: readonly Box[],
  measures: Measures,
  letters: LetterWidths,
  huddled: ReadonlySet<number> = new Set(),
): Label[] {
  const choices = names.map((name, index) => {
    const candidates = candidatesFor(name, index, markers, spaces, measures, letters)
    return huddled.has(index) ? huddle(candidates, markers[index] as Circle, measures) : candidates
  })
  const chosen = choices.map((candidates) => candidates[0] as Candidate)
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    let moved = false
    for (const [index, candidates] of choices.entries()) {
      const others = chosen.filter((_, other) => other !== index)
      let best = chosen[index] as Candidate
      let bestCost = Infinity
      for (const candidate of candidates) {
        if (candidate.cost >= bestCost) break
        const cost = candidate.cost + others.reduce((sum, other) => sum + clash(candidate.box, other.box, measures), 0)
        if (cost < bestCost) {
          best = candidate
          bestCost = cost
        }
      }
      if (best !== chosen[index]) {
        chosen[index] = best
        moved = true
      }
    }
    if (!moved) break
  }
  return chosen.map(({ lines, box, anchor, align }) => ({ lines, box, anchor, align }))
}

function clash(a: Box, b: Box, measures: Measures): number {
  if (distance(a, b) > reach(a) + reach(b) + measures.gap.least) return 0
  const apart = separation(a, b)
  return apart >= measures.gap.least ? 0 : COST.label + COST.overlap * (measures.gap.least - apart)
}

/** Names that still cover a space. */
export function coveredLabels(labels: readonly Label[], spaces: readonly Box[]): Set<number> {
  const covered = labels.flatMap(({ box }, index) =>
    spaces.some((space) => distance(box, space) < reach(box) + reach(space) && separation(box, space) < 0)
      ? [index]
      : [],
  )
  return new Set(covered)
}

function huddle(candidates: readonly Candidate[], marker: Circle, measures: Measures): Candidate[] {
  const most = Math.max(...candidates.map(({ lines }) => lines.length))
  return candidates.filter(
    ({ lines, box }) => lines.length === most && clearance(box, marker) < measures.labelSize * 0.4,
  )
}

/** Every place the name can stand, best first. */
function candidatesFor(
  name: string,
  index: number,
  markers: readonly Circle[],
  spaces: readonly Box[],
  measures: Measures,
  letters: LetterWidths,
): Candidate[] {
  const marker = markers[index] as Circle
  const size = measures.labelSize
  const far = measures.space.length * 5
  const spaceReach = (measures.space.length + measures.space.width) / 2 + measures.space.width * 0.5
  const nearSpaces = spaces.filter((space) => distance(space, marker) < far).map(turned)
  const nearMarkers = markers.filter((other, place) => place !== index && distance(other, marker) < far)
  const candidates: Candidate[] = []
  for (const lines of wraps(name, letters)) {
    const width = Math.max(...lines.map((line) => textWidth(line, size, letters)))
    // Letters without descenders fill less than the line; the box holds what is inked.
    const height = measures.lineHeight * (lines.length - 1) + size * 0.98
    for (const gap of DISTANCES) {
      for (let step = 0; step < DIRECTIONS; step++) {
        const direction = (step / DIRECTIONS) * 2 * Math.PI
        const box = besideMarker(marker, direction, size * gap, width, height)
        const text = { ...box, cos: 1, sin: 0 }
        let cost = COST.distance * gap + COST.secondLine * (lines.length - 1) + preference(direction)
        const span = reach(box) + spaceReach
        for (const space of nearSpaces) {
          if (Math.abs(box.x - space.x) < span && Math.abs(box.y - space.y) < height / 2 + spaceReach) {
            cost += price(separationOfTurned(text, space), measures)
          }
        }
        cost += price(clearanceOfTurned(text, marker), measures)
        for (const other of nearMarkers) {
          const apart = clearanceOfTurned(text, other)
          cost += price(apart, measures)
          // A name must not seem to belong to somebody else.
          const ambiguous = size * (gap + 0.9) - apart
          if (ambiguous > 0) cost += (COST.foreign * ambiguous) / size
        }
        const align = Math.abs(Math.cos(direction)) < 0.5 ? 'middle' : Math.cos(direction) > 0 ? 'start' : 'end'
        const x = align === 'middle' ? box.x : align === 'start' ? box.x - width / 2 : box.x + width / 2
        const y = box.y - (measures.lineHeight * (lines.length - 1)) / 2
        candidates.push({ lines, box, anchor: { x, y }, align, cost })
      }
    }
  }
  return candidates.sort((a, b) => a.cost - b.cost)
}

function price(apart: number, measures: Measures): number {
  const least = measures.gap.least * 0.5
  const air = measures.space.width * 0.5
  if (apart >= air) return 0
  const squeeze = 1 - Math.max(apart, 0) / air
  return COST.crowding * squeeze * squeeze + (apart < least ? 100 + COST.overlap * (least - apart) : 0)
}

/** The box nearest to the marker in a direction that leaves `gap` between the two. */
function besideMarker(marker: Circle, direction: number, gap: number, width: number, height: number): Box {
  const cos = Math.cos(direction)
  const sin = Math.sin(direction)
  const wanted = { x: marker.x, y: marker.y, radius: marker.radius + gap }
  let near = 0
  let far = width + height + wanted.radius
  for (let step = 0; step < 14; step++) {
    const middle = (near + far) / 2
    const box = { x: marker.x + cos * middle, y: marker.y + sin * middle, width, height, angle: 0, cos: 1, sin: 0 }
    if (clearanceOfTurned(box, wanted) >= 0) far = middle
    else near = middle
  }
  return { x: marker.x + cos * far, y: marker.y + sin * far, width, height, angle: 0 }
}

/** Right is read most easily, then left and above. */
function preference(direction: number): number {
  return (
    0.8 * Math.abs(Math.sin(direction)) + (Math.cos(direction) < 0 ? 0.5 : 0) + (Math.sin(direction) > 0.3 ? 0.4 : 0)
  )
}

/** A name on one line and, where it has several words, broken most evenly into two and into three. */
function wraps(name: string, letters: LetterWidths): string[][] {
  const widest = (lines: readonly string[]) => Math.max(...lines.map((line) => textWidth(line, 1, letters)))
  const breaks = (words: readonly string[], lines: number): string[][] =>
    lines === 1
      ? [[words.join(' ')]]
      : words
          .slice(0, words.length - lines + 1)
          .flatMap((_, index) =>
            breaks(words.slice(index + 1), lines - 1).map((rest) => [words.slice(0, index + 1).join(' '), ...rest]),
          )
  const words = name.split(' ')
  return [1, 2, 3]
    .filter((lines) => lines <= words.length)
    .map((lines) => breaks(words, lines).sort((a, b) => widest(a) - widest(b))[0] ?? [name])
}
