/** People at one table: together, watching, talking, coming back. */
import { play } from './support/play'
import { boardIsThere, gameOfTwo } from './support/tables'
import { expect, test } from './support/test'

test('two people play to the end, one of whom closes the page and comes back', async ({ sit }) => {
  const [host, guest] = [await sit(), await sit({ viewport: { width: 1024, height: 768 } })]
  await gameOfTwo(host, guest, 'toy')
  const hosting = play(host)
  await play(guest, { turns: 2 })

  const address = guest.page.url()
  await guest.page.close()
  await expect(host.page.locator('.plate.away')).toHaveCount(1)
  await guest.openPage()
  await guest.page.goto(address)
  await boardIsThere(guest)
  await expect(host.page.locator('.plate.away')).toHaveCount(0)
  await Promise.all([hosting, play(guest)])

  const totals = await host.page.locator('table tfoot td').allTextContents()
  expect(totals).toHaveLength(2)
  await expect(guest.page.locator('table tfoot td')).toHaveText(totals)
})

test('what people write stays text', async ({ sit }) => {
  const [host, guest] = [await sit(), await sit()]
  await gameOfTwo(host, guest, 'toy')
  await Promise.all([host.keepTickets(), guest.keepTickets()])
  const markup = '<img src=x onerror="document.title=1"> <b>bold</b> **hello** &amp; [link](javascript:1)'
  await guest.page.keyboard.press('l')
  await guest.page.getByLabel('Say something').fill(markup)
  await guest.page.getByRole('button', { name: 'Say', exact: true }).click()

  await expect(host.button('Log and chat, 1 new')).toBeVisible()
  await host.page.keyboard.press('l')
  for (const { page } of [host, guest]) {
    const chat = page.getByRole('log', { name: 'Chat' })
    await expect(chat).toContainText(markup)
    await expect(chat.locator('img, a')).toHaveCount(0)
  }
  await guest.button('Well played!').click()
  await expect(host.toasts).toContainText(/: Well played!/)
})

test('a spectator sees the game and no hand', async ({ sit }) => {
  const [host, guest, watcher] = [await sit(), await sit(), await sit()]
  await gameOfTwo(host, guest, 'toy')
  await Promise.all([host.keepTickets(), guest.keepTickets()])
  await watcher.page.goto(host.page.url())
  await boardIsThere(watcher)
  await expect(watcher.page.getByText('You are watching.')).toBeVisible()
  await expect(watcher.page.getByLabel('Your hand')).toHaveCount(0)
  await expect(watcher.page.getByRole('button', { name: /^(Take|Draw)/, disabled: false })).toHaveCount(0)
  expect((await watcher.position()).game.own).toEqual([])

  const playing = Promise.all([play(host), play(guest)])
  // Cars appear for the spectator too.
  await expect(watcher.page.locator('[data-route].owned').first()).toBeVisible()
  await playing
  const totals = await host.page.locator('table tfoot td').allTextContents()
  await expect(watcher.page.locator('table tfoot td')).toHaveText(totals)
  await expect(watcher.button('Rematch')).toHaveCount(0)
})
