/** Whether ink or paper is read better on a colour. */
export type Contrast = 'ink' | 'paper'

export const INK = '#26241f'
export const PAPER = '#fbf8f0'

/** Relative luminance as WCAG defines it. */
export function luminance(hex: string): number {
  const channel = (from: number) => {
    const value = parseInt(hex.slice(from, from + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

export function contrastRatio(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

export function contrastOn(fill: string): Contrast {
  return contrastRatio(fill, INK) >= contrastRatio(fill, PAPER) ? 'ink' : 'paper'
}

export function readableOn(fill: string): string {
  return contrastOn(fill) === 'ink' ? INK : PAPER
}

/** A colour between two, `share` of the way to the second. */
export function mix(from: string, to: string, share: number): string {
  const channel = (at: number) => {
    const a = parseInt(from.slice(at, at + 2), 16)
    const b = parseInt(to.slice(at, at + 2), 16)
    return Math.round(a + (b - a) * share)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(1)}${channel(3)}${channel(5)}`
}
