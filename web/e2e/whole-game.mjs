// Plays whole games against bots by clicking: WHISTLESTOP_URL=http://127.0.0.1:8080 npm run e2e [edition …]
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { ADDRESS, launch, newPage } from './browser.mjs'
import { play } from './player.mjs'

const editions = process.argv.slice(2)
const shots = process.env.SHOTS
const [width, height] = (process.env.SIZE ?? '1440x900').split('x').map(Number)
if (shots) mkdirSync(shots, { recursive: true })

const browser = await launch()
try {
    for (const edition of editions.length > 0 ? editions : ['usa-classic', 'nyc']) await playAgainstABot(edition)
} finally {
    await browser.close()
}

async function playAgainstABot(edition) {
    const started = Date.now()
    const { context, page, complaints } = await newPage(browser, { width, height })
    const taken = new Set()
    const shoot = async (name) => {
        if (!shots || taken.has(name)) return
        taken.add(name)
        await page.screenshot({ path: `${shots}/${edition}-${name}-${width}x${height}.png` })
    }
    await page.goto(`${ADDRESS}/new`)
    await page.locator(`input[type="radio"][value="${edition}"]`).check()
    await page.getByRole('button', { name: '2', exact: true }).click()
    await page.locator('#seat-0').selectOption('greedy')
    await page.getByLabel('Pace of bots').selectOption('0')
    await shoot('new')
    await page.getByRole('button', { name: 'Start the game' }).click()
    await page.waitForSelector('.board:not(.unfitted) svg .city')
    const done = await play(page, { seen: shoot })
    await page.getByRole('button', { name: 'Rematch' }).waitFor()
    const totals = await page.locator('table tfoot td').allTextContents()
    await shoot('end')
    assert.equal(totals.length, 2, 'everybody has a total')
    assert.ok(done.claims > 0, 'routes were claimed')
    const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Record' }).click(),
    ])
    assert.equal(await download.failure(), null)
    assert.deepEqual(complaints, [], 'the page complained')
    console.log(`${edition}: ${JSON.stringify(done)}, ${totals.join(' to ')}, ${Date.now() - started} ms`)
    await context.close()
}
