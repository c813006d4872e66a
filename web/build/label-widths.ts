import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create } from 'fontkit'

const require = createRequire(import.meta.url)

/** Advance of each letter of the label face at size 1, for placing names without a browser to measure them. */
export function labelWidths(): Record<string, number> {
  const widths: Record<string, number> = {}
  for (const subset of ['latin-ext', 'latin']) {
    const font = create(readFileSync(require.resolve(`@fontsource/oswald/files/oswald-${subset}-500-normal.woff2`)))
    if (!('hasGlyphForCodePoint' in font)) throw new Error(`The label face (${subset}) is not a single font.`)
    for (let code = 0x20; code <= 0x17f; code++) {
      if (!font.hasGlyphForCodePoint(code)) continue
      widths[String.fromCodePoint(code)] = round(font.glyphForCodePoint(code).advanceWidth / font.unitsPerEm)
    }
  }
  return widths
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
