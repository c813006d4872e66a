// Frames a second while the board is dragged and zoomed, in Debian's Chromium, and the processor time the page itself takes for one,
// which says what a busy machine hides: node scripts/pan-frames.mjs
import { chromium } from 'playwright-core'
import { build, preview } from 'vite'

await build({ mode: 'gallery', logLevel: 'error' })
const server = await preview({ mode: 'gallery', preview: { port: 0, host: '127.0.0.1' }, logLevel: 'error' })
const { port } = server.httpServer.address()
const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
await page.goto(`http://127.0.0.1:${port}/gallery.html#table-usa/light`)
await page.waitForSelector('.board svg .city')
await page.mouse.move(500, 350)
for (let step = 0; step < 3; step++) await page.mouse.wheel(0, -200)
await page.evaluate(() => {
    const frames = (window.frames_ = [])
    const tick = (now) => {
        frames.push(now)
        requestAnimationFrame(tick)
    }
    requestAnimationFrame(tick)
})
const metrics = await page.context().newCDPSession(page)
await metrics.send('Performance.enable', { timeDomain: 'threadTicks' })
const busy = async () => {
    const { metrics: all } = await metrics.send('Performance.getMetrics')
    return all.find(({ name }) => name === 'TaskDuration').value * 1000
}
const measure = async (name, act) => {
    await page.evaluate(() => (window.frames_.length = 0))
    const before = await busy()
    await act()
    const used = (await busy()) - before
    const frames = await page.evaluate(() => [...window.frames_])
    const gaps = frames
        .slice(1)
        .map((now, index) => now - frames[index])
        .sort((a, b) => a - b)
    const seconds = (frames.at(-1) - frames[0]) / 1000
    const at = (share) => (gaps[Math.floor(gaps.length * share)] ?? NaN).toFixed(1)
    console.log(
        `${name}: ${((frames.length - 1) / seconds).toFixed(1)} frames/s, gaps ${at(0.5)} ms median, ${at(0.95)} ms at 95 %, ` +
            `${(used / frames.length).toFixed(1)} ms of the page's processor time a frame`,
    )
}
await page.waitForTimeout(6000)
await measure('idle', () => page.waitForTimeout(1500))
await measure('pan', async () => {
    await page.mouse.down()
    for (let step = 0; step < 120; step++) {
        await page.mouse.move(500 + Math.sin(step / 12) * 200, 350 + Math.cos(step / 15) * 120)
    }
    await page.mouse.up()
})
await measure('zoom', async () => {
    for (let step = 0; step < 24; step++) await page.mouse.wheel(0, Math.sin(step / 4) * 60)
})
await browser.close()
await server.close()
process.exit(0)
