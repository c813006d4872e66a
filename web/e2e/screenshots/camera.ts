/** Pictures of a page at every size, small enough to be kept. */
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Person } from '../support/person'

const FOLDER = process.env['SHOTS'] ?? fileURLToPath(new URL('../../../docs/screenshots', import.meta.url))
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
] as const
const QUALITY = 0.82

export type Theme = 'light' | 'dark'

/** One picture for each size; those of the dark theme only at the first. `pose` is done again at each. */
export async function shoot(
  person: Person,
  name: string,
  { themes = ['light'], pose }: { themes?: readonly Theme[]; pose?: () => Promise<void> } = {},
): Promise<void> {
  await mkdir(FOLDER, { recursive: true })
  const { page } = person
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    for (const size of theme === 'light' ? SIZES : SIZES.slice(0, 1)) {
      await page.setViewportSize(size)
      await pose?.()
      await page.waitForFunction(() => document.fonts.status === 'loaded')
      // Painting goes on after the last change of the page; nothing tells when it is finished.
      await page.waitForTimeout(900)
      const picture = await page.screenshot()
      const suffix = theme === 'light' ? '' : '-dark'
      await writeFile(`${FOLDER}/${name}-${size.width}x${size.height}${suffix}.webp`, await smaller(person, picture))
    }
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize(SIZES[0])
}

/** The browser itself knows how to make WebP of it. */
async function smaller({ context }: Person, png: Buffer): Promise<Buffer> {
  const page = await context.newPage()
  const webp = await page.evaluate(
    async ([data, quality]) => {
      const image = new Image()
      image.src = `data:image/png;base64,${data}`
      await image.decode()
      const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
      canvas.getContext('2d')?.drawImage(image, 0, 0)
      return canvas.toDataURL('image/webp', quality).split(',')[1] ?? ''
    },
    [png.toString('base64'), QUALITY] as const,
  )
  await page.close()
  return Buffer.from(webp, 'base64')
}
