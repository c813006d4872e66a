/** Choices of the game on the page: tickets, payments, routes that cannot be claimed, and the row that is replaced. */
import type { CardCounts, Edition, GameUpdate } from '../src/protocol'
import type { Person } from './support/person'
import { boardIsThere, byTurn, gameAgainstBots, gameOfTwo, makeTable } from './support/tables'
import { expect, test } from './support/test'

async function editionOf({ page }: Person, id: string): Promise<Edition> {
  return (await (await page.request.get(`/api/v1/editions/${id}`)).json()) as Edition
}

test('tickets: both cities and a way on the map, never fewer than must be kept', async ({ sit }) => {
  const person = await sit()
  await gameAgainstBots(person, 'usa-classic', ['greedy'])
  await expect(person.dialog.getByRole('heading', { name: 'Choose your tickets' })).toBeVisible()
  const tickets = person.dialog.getByRole('checkbox')
  await expect(tickets).toHaveCount(3)
  const { game } = await person.position()
  const asked = game.own[0]?.asked
  const offer = asked?.now === 'tickets' ? asked.offer : []

  await person.dialog.locator('label').nth(1).hover()
  // A dotted line and its halo for each route of the way, and both ends marked.
  await expect(person.page.locator('.board .path')).toHaveCount(2 * (offer[1]?.path.length ?? 0))
  await expect(person.page.locator('.board .city.focus')).toHaveCount(2)

  await person.page.keyboard.press('Escape')
  await expect(person.dialog, 'it must be answered').toBeVisible()
  await tickets.nth(0).uncheck()
  await expect(person.button('Keep 2 tickets')).toBeEnabled()
  await tickets.nth(1).uncheck()
  await expect(person.button('Keep at least 2')).toBeDisabled()
  await tickets.nth(1).check()
  await person.keepTickets()
  await expect(person.dialog).toHaveCount(0)
  await expect(person.page.getByLabel('Your tickets').locator('li')).toHaveCount(2)
})

test('a route with several ways to pay asks which; the other side of a double says why not', async ({ sit }) => {
  const [host, guest] = [await sit(), await sit()]
  await gameOfTwo(host, guest, 'usa-classic')
  await Promise.all([host.keepTickets(), guest.keepTickets()])
  const [inTurn, other] = await byTurn(host, guest)

  // Four cards always suffice for a double of one gray space.
  const { routes, map } = await editionOf(inTurn, 'usa-classic')
  const isEnd = ({ a, b }: { a: string; b: string }) => [a, b].sort().join() === 'Seattle,Vancouver'
  const [side, twin] = routes.flatMap((route, index) => (isEnd(route) ? [index] : []))
  if (side === undefined || twin === undefined) throw new Error('Vancouver – Seattle is no double any more')
  const own = (await inTurn.position()).game.own[0]
  const payments = own?.claims.find((claims) => claims.routes.includes(side))?.payments ?? []
  expect(payments.length).toBeGreaterThan(0)

  await inTurn.route(side).click()
  if (payments.length > 1) {
    await expect(inTurn.dialog.getByRole('heading', { name: /Seattle/ })).toBeVisible()
    const ways = inTurn.dialog.locator('.way')
    await expect(ways).toHaveCount(payments.length)
    const wild = (payment: CardCounts | undefined) => payment?.['locomotive'] ?? 0
    expect(wild(payments[0]), 'the cheapest in wild cards stands first').toBeLessThanOrEqual(wild(payments.at(-1)))
    await expect(ways.first()).toHaveAccessibleName(new RegExp(Object.keys(payments[0] ?? {})[0] ?? ''))
    // Changing one's mind costs nothing.
    await inTurn.page.keyboard.press('Escape')
    await expect(inTurn.dialog).toHaveCount(0)
    await expect(inTurn.table).toHaveAttribute('data-asked', 'turn')
    await inTurn.route(side).click()
    await inTurn.act(() => ways.first().click())
  }
  for (const { page } of [inTurn, other]) await expect(page.locator(`[data-route="${side}"]`)).toHaveClass(/owned/)
  await expect(inTurn.page.locator('.plate').filter({ hasText: 'you' }).locator('.points')).toHaveText(/^1/)
  expect(map.id).toBe('usa')

  await inTurn.route(twin).click()
  await expect(inTurn.toasts).toContainText('You have the other side of this double.')
  await other.asked()
  await other.route(twin).click()
  await expect(other.toasts).toContainText('With so few players only one side of a double can be claimed.')
  await other.route(side).hover()
  await expect(other.page.locator('.tip')).toContainText('Vancouver')
  await other.route(twin).hover()
  await expect(other.page.locator('.tip')).toContainText('only one side of a double')
  await expect(other.page.locator(`[data-route="${twin}"]`)).toHaveClass(/closed/)
})

test('three locomotives in the row: it is replaced, and said', async ({ sit }) => {
  test.slow()
  const person = await sit()
  await person.page.goto('/')
  await expect(person.page.getByLabel('Your name at tables')).not.toHaveValue('')

  const deal = (code: string) =>
    makeTable(person, {
      options: {
        edition: 'usa-classic',
        seats: 2,
        hot_seat: true,
        deal: code,
        first_seat: { type: 'chosen', seat: 0 },
      },
      bots: [],
      start: false,
    })
  const begin = async (code: string): Promise<string> => {
    const { id } = await deal(code)
    for (const seat of [0, 1])
      await person.page.request.put(`/api/v1/tables/${id}/seats/${seat}`, { data: { type: 'sit' } })
    await person.page.request.post(`/api/v1/tables/${id}/start`)
    return id
  }

  // The same code gives the same cards, so the way to a flush is found behind the page's back and then clicked.
  let found: { code: string; slots: number[] } | null = null
  for (let attempt = 0; attempt < 60 && !found; attempt++) {
    const code = `flush ${attempt}`
    const slots = await slotsUntilFlush(person, await begin(code))
    if (slots) found = { code, slots }
  }
  if (!found) throw new Error('no deal of sixty replaces its row early; that is next to impossible')

  await person.page.goto(`/table/${await begin(found.code)}`)
  await boardIsThere(person)
  for (let seat = 0; seat < 2; seat++) {
    await person.takeDevice()
    await person.keepTickets()
  }
  const take = async (slot: number) => {
    await person.takeDevice()
    await person.act(() => person.page.locator(`[data-pile="${slot}"]`).click())
  }
  for (const slot of found.slots.slice(0, -1)) await take(slot)
  await person.takeDevice()
  const discardedBefore = Number(await person.page.locator('.discard b').textContent())
  await take(found.slots.at(-1) ?? 0)

  await expect(person.toasts).toContainText('the row was replaced')
  await person.takeDevice()
  await person.page.keyboard.press('l')
  await expect(person.page.getByRole('log', { name: 'Log' })).toContainText(
    'Too many locomotives: the row was replaced',
  )
  const { game } = await person.position()
  expect(game.row.filter((card) => card === 'locomotive').length).toBeLessThan(3)
  for (const [place, card] of game.row.entries())
    await expect(person.page.locator(`[data-pile="${place}"]`)).toHaveAccessibleName(new RegExp(`^Take ${card} `, 'i'))
  expect(Number(await person.page.locator('.discard b').textContent())).toBeGreaterThanOrEqual(discardedBefore + 5)
})

/** Takes the first card that is no locomotive, again and again, over a socket of its own; `null` when nothing is replaced soon. */
function slotsUntilFlush({ page }: Person, table: string): Promise<number[] | null> {
  return page.evaluate(
    (id) =>
      new Promise<number[] | null>((resolve) => {
        const MOST = 24
        const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/v1/socket`)
        const slots: number[] = []
        let sent = 0
        socket.onmessage = ({ data }) => {
          const message = JSON.parse(String(data)) as { type: string } & GameUpdate
          if (message.type === 'welcome') socket.send(JSON.stringify({ type: 'watch', table: id }))
          if (message.type !== 'game') return
          const flushed = message.events.some(({ e }) => e === 'row_flushed')
          const own = message.game.own.find(({ asked }) => asked.now !== 'wait')
          if (flushed || slots.length >= MOST || !own) {
            socket.close()
            resolve(flushed && slots.length > 0 ? slots : null)
            return
          }
          const act = (action: object) =>
            socket.send(
              JSON.stringify({
                type: 'act',
                table: id,
                id: `${id}-${sent++}`,
                seq: message.seq,
                seat: own.seat,
                action,
              }),
            )
          if (own.asked.now === 'tickets') return act({ type: 'keep_tickets', returned: [] })
          const slot = message.game.row.findIndex((card) => card !== null && card !== 'locomotive')
          slots.push(slot)
          act({ type: 'take_from_row', slot })
        }
      }),
    table,
  )
}
