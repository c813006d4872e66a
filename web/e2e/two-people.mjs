// Two people in two browsers: one invites, one joins by the code, loses the page in the middle and comes back.
import assert from 'node:assert/strict'
import { ADDRESS, launch, newPage } from './browser.mjs'
import { play } from './player.mjs'

const MARKUP = '<img src=x onerror=alert(1)> **hello**'
const browser = await launch()
try {
    const host = await newPage(browser)
    const guest = await newPage(browser, { width: 1024, height: 768 })

    await host.page.goto(`${ADDRESS}/new`)
    await host.page.locator('input[type="radio"][value="toy"]').check()
    await host.page.getByRole('button', { name: '2', exact: true }).click()
    await host.page.locator('#seat-0').selectOption('')
    await host.page.getByRole('button', { name: 'Make the table' }).click()
    const code = await host.page.locator('.code').textContent()

    await guest.page.goto(ADDRESS)
    await guest.page.getByLabel('The table’s code').fill(code.toLowerCase())
    await guest.page.getByRole('button', { name: 'Join' }).click()
    await guest.page.getByRole('button', { name: 'Sit here' }).click()
    await host.page.getByRole('button', { name: 'Start the game' }).click()

    const hosting = play(host.page)
    await play(guest.page, { turns: 2 })

    await guest.page.keyboard.press('l')
    await guest.page.getByLabel('Say something').fill(MARKUP)
    await guest.page.getByRole('button', { name: 'Say', exact: true }).click()
    await guest.page.getByText(MARKUP).waitFor()

    const address = guest.page.url()
    await guest.page.close()
    guest.page = await guest.context.newPage()
    await guest.page.goto(address)
    const [hosted] = await Promise.all([hosting, play(guest.page)])

    const totals = (page) => page.locator('table tfoot td').allTextContents()
    assert.deepEqual(await totals(host.page), await totals(guest.page), 'both see the same score')
    assert.deepEqual([...host.complaints, ...guest.complaints], [], 'a page complained')
    console.log(`two people: ${JSON.stringify(hosted)}, ${(await totals(host.page)).join(' to ')}`)
} finally {
    await browser.close()
}
