/** How it feels: quick, clear, and playable with mouse, finger or keyboard alone. */
import type { Person } from './support/person'
import { play } from './support/play'
import { byTurn, gameAgainstBots, gameOfTwo } from './support/tables'
import { expect, test } from './support/test'

test('a whole turn of each kind with the keyboard alone', async ({ sit }) => {
  const person = await sit()
  const { keyboard } = person.page
  await gameAgainstBots(person, 'usa-classic', ['greedy'])
  // The tickets: space gives one back, Enter on the button keeps the rest.
  await expect(person.dialog.getByRole('checkbox').first()).toBeFocused()
  await keyboard.press('Space')
  await expect(person.button('Keep 2 tickets')).toBeEnabled()
  for (let tab = 0; tab < 3; tab++) await keyboard.press('Tab')
  await person.act(() => keyboard.press('Enter'))

  await person.asked()
  await person.act(() => keyboard.press('d'))
  expect(await person.asked()).toBe('second_card')
  await person.act(() => keyboard.press('d'))

  expect(await person.asked()).toBe('turn')
  await keyboard.press('r')
  await expect(person.dialog).toBeVisible()
  const claimed = person.page.locator('[data-route].owned')
  const before = (await person.position()).game.seats[0]?.routes.length ?? 0
  await person.act(async () => {
    await keyboard.press('Enter')
    // Either it is claimed, or the first way to pay has the focus.
    await person.page.waitForFunction(
      () => document.activeElement?.matches('.way') || document.querySelector('[role="dialog"]') === null,
    )
    if (await person.dialog.count()) await keyboard.press('Enter')
  })
  expect((await person.position()).game.seats[0]?.routes.length).toBe(before + 1)
  await expect(claimed.first()).toBeVisible()

  expect(await person.asked()).toBe('turn')
  await person.act(() => keyboard.press('t'))
  expect(await person.asked()).toBe('tickets')
  await expect(person.dialog.getByRole('checkbox').first()).toBeFocused()
  for (let tab = 0; tab < 3; tab++) await keyboard.press('Tab')
  await person.act(() => keyboard.press('Enter'))

  // The map: from route to route, and the same Enter as a click.
  expect(await person.asked()).toBe('turn')
  await person.page.locator('[data-route][tabindex="0"]').focus()
  const first = await person.page.evaluate(() => document.activeElement?.getAttribute('data-route'))
  await keyboard.press('ArrowRight')
  const second = await person.page.evaluate(() => document.activeElement?.getAttribute('data-route'))
  expect(second).not.toBe(first)
  await expect(person.page.locator('.tip')).toBeVisible()
})

test('the table stays in its place, however long the log gets', async ({ sit }) => {
  const person = await sit({ viewport: { width: 1440, height: 900 } })
  await gameAgainstBots(person, 'usa-classic', ['greedy'])
  await play(person, { turns: 8 })
  await person.asked()
  const hand = person.page.getByLabel('Your cards')
  const before = await hand.boundingBox()
  const lines = person.page.locator('.log button')
  expect(await lines.count()).toBeGreaterThan(8)
  await lines.last().focus()
  // What a browser does to bring hidden things to light, it can do to a table that hides some.
  await person.page.locator('.table').evaluate((table) => table.scrollTo(0, table.scrollHeight))
  expect(await hand.boundingBox()).toEqual(before)
})

test('the own turn shows in title and icon, the second card in the row', async ({ sit }) => {
  const [host, guest] = [await sit(), await sit()]
  await gameOfTwo(host, guest, 'usa-classic')
  await Promise.all([host.keepTickets(), guest.keepTickets()])
  const [inTurn, other] = await byTurn(host, guest)
  const icon = ({ page }: Person) => page.locator('link[rel="icon"]')
  await expect(inTurn.page).toHaveTitle('● Your turn · Whistlestop')
  await expect(icon(inTurn)).toHaveAttribute('href', '/favicon-turn.svg')
  await expect(other.page).toHaveTitle(/is to move · Whistlestop$/)
  await expect(icon(other)).toHaveAttribute('href', '/favicon.svg')

  await inTurn.drawCard()
  await expect(inTurn.status).toContainText('second card')
  await expect(inTurn.page.getByLabel('Cards to draw').getByText('Draw a second card')).toBeVisible()
  await expect(inTurn.button(/^Draw tickets/)).toBeDisabled()
  const own = (await inTurn.position()).game.own[0]
  const oneOfEach = [...(own?.claims ?? []), ...(own?.barred ?? [])].flatMap(({ routes }) => routes.slice(0, 1))
  expect(oneOfEach.length).toBeGreaterThan(0)
  for (const route of oneOfEach) {
    await inTurn.route(route).click()
    await expect(inTurn.toasts).toContainText('Draw a second card first.')
  }
  await expect(inTurn.toasts).not.toContainText('You do not have the cards')
  await expect(inTurn.table).toHaveAttribute('data-asked', 'second_card')
  await inTurn.drawCard()
  await expect(other.page).toHaveTitle('● Your turn · Whistlestop')
  await expect(inTurn.page).not.toHaveTitle(/Your turn/)
})

test('a claim can be confirmed first, and taken back; the log shows it on the map', async ({ sit }) => {
  const [host, guest] = [await sit(), await sit()]
  await gameOfTwo(host, guest, 'toy')
  await Promise.all([host.keepTickets(), guest.keepTickets()])
  await host.button('Settings').click()
  await host.page.getByLabel('Ask before claiming a route').selectOption('always')
  await host.page.keyboard.press('Escape')
  await guest.button('Settings').click()
  await guest.page.getByLabel('Ask before claiming a route').selectOption('always')
  await guest.page.keyboard.press('Escape')
  const [inTurn] = await byTurn(host, guest)
  const own = (await inTurn.position()).game.own[0]
  const route = own?.claims.find(({ payments }) => payments.length === 1)?.routes[0] ?? own?.claims[0]?.routes[0] ?? 0

  await inTurn.route(route).click()
  await expect(inTurn.dialog, 'asks although there is one way').toBeVisible()
  await inTurn.act(() => inTurn.dialog.locator('.way').first().click())
  const spaces = inTurn.page.locator(`[data-route="${route}"]`)
  await expect(spaces).toHaveClass(/owned/)

  await inTurn.page.keyboard.press('l')
  const line = inTurn.page.getByRole('log', { name: 'Log' }).getByRole('button', { name: /claimed/ })
  await line.hover()
  await expect(spaces).toHaveClass(/selected/)
  await inTurn.page.mouse.move(300, 300)
  await expect(spaces).not.toHaveClass(/selected/)

  await inTurn.act(() => inTurn.button('Undo').click())
  await expect(spaces).not.toHaveClass(/owned/)
  await expect(line).toHaveCount(0)
  await expect(inTurn.status).toContainText('Your turn')
})

test('things move, unless they should not', async ({ sit }) => {
  const moving = await sit({ reducedMotion: 'no-preference' })
  await gameAgainstBots(moving, 'usa-classic', ['greedy'])
  await moving.keepTickets()
  await moving.asked()
  const flying = moving.page.locator('.flying').first().waitFor()
  await moving.drawCard()
  await flying

  const still = await sit({ reducedMotion: 'reduce' })
  await gameAgainstBots(still, 'usa-classic', ['greedy'])
  await still.page.evaluate(() => {
    new MutationObserver((changes) => {
      const moved = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof Element)
      if (moved.some((node) => node.matches('.flying, .rolling') || node.querySelector('.flying, .rolling')))
        document.body.dataset['moved'] = 'true'
    }).observe(document.body, { childList: true, subtree: true })
  })
  await play(still, { turns: 4 })
  await expect(still.page.locator('body')).not.toHaveAttribute('data-moved', 'true')
})

test.describe('on a touch screen', () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

  test('one finger moves the map, two zoom it, a tap asks before it claims', async ({ sit }) => {
    const person = await sit(phone)
    await gameAgainstBots(person, 'usa-classic', ['greedy'])
    await person.keepTickets()
    await person.asked()
    const camera = () =>
      person.page.evaluate(() => {
        const { a, e, f } = new DOMMatrix(
          getComputedStyle(document.querySelector('.board .sheet') ?? document.body).transform,
        )
        return { zoom: a, x: e, y: f }
      })
    const finger = await person.context.newCDPSession(person.page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [number, number][]) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) })

    const first = await camera()
    await touch('touchStart', [150, 200], [240, 200])
    for (let step = 1; step <= 8; step++) await touch('touchMove', [150 - step * 10, 200], [240 + step * 10, 200])
    await touch('touchEnd')
    const zoomed = await camera()
    expect(zoomed.zoom / first.zoom).toBeGreaterThan(1.5)

    await touch('touchStart', [200, 200])
    for (let step = 1; step <= 8; step++) await touch('touchMove', [200 + step * 10, 200 + step * 5])
    await touch('touchEnd')
    const moved = await camera()
    expect(moved.zoom).toBeCloseTo(zoomed.zoom, 5)
    expect(moved.x - zoomed.x).toBeGreaterThan(40)
    expect(moved.y - zoomed.y).toBeGreaterThan(20)
    await expect(person.dialog, 'moving the map is no tap').toHaveCount(0)

    await person.button('Show the whole map').tap()
    const { game } = await person.position()
    const route = game.own[0]?.claims[0]?.routes[0]
    if (route === undefined) throw new Error('four cards always pay for a route of one gray space')
    await person.route(route).tap()
    await expect(person.dialog).toBeVisible()
    await person.act(() => person.dialog.locator('.way').first().tap())
    await expect(person.page.locator(`[data-route="${route}"]`)).toHaveClass(/owned/)
  })
})

for (const forbidden of [false, true]) {
  const what = forbidden ? 'is done without where the browser forbids it' : 'comes when the page is out of sight'
  test(`a notice of the own turn ${what}`, async ({ sit }) => {
    const person = await sit()
    await person.page.addInitScript((forbidden) => {
      const notices: string[] = []
      Object.assign(globalThis, { notices })
      function Notice(_title: string, { body = '' }: NotificationOptions): void {
        if (forbidden) throw new TypeError('Illegal constructor.')
        notices.push(body)
      }
      Notice.requestPermission = () => Promise.resolve('granted')
      Object.defineProperty(globalThis, 'Notification', { value: Notice })
      Object.defineProperty(Document.prototype, 'hidden', { get: () => true })
    }, forbidden)
    await gameAgainstBots(person, 'toy', ['greedy'])
    await person.keepTickets()
    await person.button('Settings').click()
    await person.page.getByLabel('Notify me of my turn').check()
    await person.page.keyboard.press('Escape')
    await play(person, { turns: 3 })
    await person.asked()
    const notices = () =>
      person.page.evaluate(() => (globalThis as unknown as { notices: readonly string[] }).notices.length)
    if (forbidden) expect(await notices()).toBe(0)
    else await expect.poll(notices).toBeGreaterThan(0)
  })
}
