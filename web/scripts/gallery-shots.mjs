// Takes pictures of the gallery: node scripts/gallery-shots.mjs FOLDER [page …]
import { mkdirSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { build, preview } from 'vite'

const [folder = 'shots', ...only] = process.argv.slice(2)
const sizes = (process.env.SIZES ?? '1440x900 1024x768 390x844').split(' ').map((size) => size.split('x').map(Number))
const themes = (process.env.THEMES ?? 'light dark').split(' ')
const all = [
    'table-usa',
    'table-usa-second',
    'table-nyc',
    'table-usa-hover',
    'table-usa-zoom',
    'usa',
    'nyc',
    'own-map',
    'cards',
    'dialog-tickets',
    'dialog-payment',
    'dialog-score',
]
const pages = only.length > 0 ? only : all
mkdirSync(folder, { recursive: true })

await build({ mode: 'gallery', logLevel: 'error' })
const server = await preview({ mode: 'gallery', preview: { port: 0, host: '127.0.0.1' }, logLevel: 'error' })
const { port } = server.httpServer.address()
const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
let complaints = 0
for (const [width, height] of sizes) {
    for (const theme of themes) {
        const context = await browser.newContext({
            viewport: { width, height },
            reducedMotion: 'reduce',
            colorScheme: theme,
        })
        for (const name of pages) {
            const page = await context.newPage()
            page.on('console', (message) => {
                if (['error', 'warning'].includes(message.type())) {
                    complaints++
                    console.error(`${name}: ${message.text()}`)
                }
            })
            page.on('pageerror', (error) => {
                complaints++
                console.error(`${name}: ${error.stack}`)
            })
            await page.goto(`http://127.0.0.1:${port}/gallery.html#${name.replace(/-(hover|zoom)$/, '')}/${theme}`)
            await page.waitForFunction(
                () => document.fonts.status === 'loaded' && document.querySelector('#app')?.childElementCount,
            )
            if (name !== 'cards') await page.waitForSelector('.board:not(.unfitted) svg .city')
            if (name.endsWith('-hover')) {
                const { x, y, width, height } = await page.evaluate(() =>
                    document.querySelectorAll('.claimable .space')[2].getBoundingClientRect().toJSON(),
                )
                await page.mouse.move(x + width / 2, y + height / 2)
            }
            if (name.endsWith('-zoom')) {
                const zoomIn = page.getByRole('button', { name: 'Zoom in' })
                for (let step = 0; step < 3; step++) await zoomIn.click()
            }
            // Painting goes on after the last change of the page; nothing tells when it is finished.
            await page.waitForTimeout(1500)
            await page.screenshot({
                path: `${folder}/${name}-${width}x${height}-${theme}.png`,
                fullPage: name === 'cards',
            })
            await page.close()
        }
        await context.close()
    }
}
await browser.close()
await server.close()
process.exit(complaints > 0 ? 1 : 0)
