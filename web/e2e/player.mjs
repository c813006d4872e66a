// A person who plays by clicking: takes what the page offers, claims the longest route it can.

const STATUS = '[role="status"]'

/** What the page wants of the person now. */
async function demand(page) {
    if (await page.locator('table tfoot').count()) return 'over'
    if (await page.getByRole('button', { name: /^Keep \d/ }).count()) return 'tickets'
    const text = await page.locator(STATUS).first().textContent()
    if (/second card/.test(text)) return 'second'
    if (/^Your turn/.test(text)) return 'turn'
    return 'wait'
}

const seqOf = (page) => page.locator('[data-seq]').getAttribute('data-seq')

/** Waits until the action is answered and the position after it is shown. */
async function settled(page, before) {
    await page.waitForFunction(
        (seq) => {
            const shown = document.querySelector('[data-seq]')?.dataset
            return shown?.seq !== seq && shown?.busy === 'false'
        },
        before,
        { timeout: 30_000 },
    )
}

/** Plays until the score sheet is there, or for so many `turns`. `seen` is told what is on the page before each click. */
export async function play(page, { seen = async () => undefined, turns = Infinity, patience = 600 } = {}) {
    const done = { turns: 0, claims: 0, chosenPayments: 0, tickets: 0, cards: 0 }
    for (let step = 0; step < patience; step++) {
        await page.waitForFunction(
            (selector) =>
                document.querySelector('table tfoot') !== null ||
                document.querySelector('[role="dialog"] input[type="checkbox"]') !== null ||
                /^Your turn|second card from|^Draw a second/.test(document.querySelector(selector)?.textContent ?? ''),
            STATUS,
            { timeout: 60_000 },
        )
        const what = await demand(page)
        if (what === 'over' || (what === 'turn' && done.turns >= turns)) return done
        const before = await seqOf(page)
        if (what === 'tickets') {
            await seen('tickets')
            await page.getByRole('button', { name: /^Keep \d/ }).click()
            done.tickets++
            await settled(page, before)
            continue
        }
        if (what === 'second') {
            await seen('second')
            await draw(page)
            done.cards++
            await settled(page, before)
            continue
        }
        if (what === 'wait') continue
        done.turns++
        const routes = page.getByRole('button', { name: /^Routes \d/ })
        if ((await routes.count()) && done.turns % 2 === 0) {
            await seen('turn')
            await routes.click()
            await seen('routes')
            await page.locator('[role="dialog"] .list button').first().click()
            const ways = page.locator('[role="dialog"] .way')
            // Either the claim is on its way or the page asks how to pay.
            await page.waitForFunction(
                (seq) =>
                    document.querySelector('[role="dialog"] .way') ||
                    document.querySelector('[data-seq]')?.dataset.seq !== seq,
                before,
            )
            if (await ways.count()) {
                await seen('payment')
                await ways.first().click()
                done.chosenPayments++
            }
            done.claims++
            await settled(page, before)
        } else if (await draw(page)) {
            done.cards++
            await settled(page, before)
        } else if (await routes.count()) {
            continue
        } else {
            await page.getByRole('button', { name: 'Pass' }).click()
            await settled(page, before)
        }
    }
    throw new Error(`the game was not over after ${patience} steps`)
}

/** Draws from the deck, else from the row, else tickets; says whether there was anything to draw. */
async function draw(page) {
    for (const name of [/^Draw from the deck/, /^Take /, /^Draw tickets/]) {
        const pile = page.locator('button:enabled').filter({ hasNot: page.locator('[role="dialog"]') })
        const target = page.getByRole('button', { name, disabled: false }).first()
        if ((await pile.count()) && (await target.count())) {
            await target.click()
            return true
        }
    }
    return false
}
