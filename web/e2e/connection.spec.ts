/** The connection breaks: it is seen, and nothing is lost. */
import { NO_SERVER } from './support/person'
import { play } from './support/play'
import { boardIsThere, byTurn, gameAgainstBots, gameOfTwo } from './support/tables'
import { expect, test } from './support/test'

test('the server is killed in the middle of a game and both go on without a reload', async ({ sit, openServer }) => {
  const server = await openServer()
  const [host, guest] = [await sit({ at: server }), await sit({ at: server })]
  await gameOfTwo(host, guest, 'toy')
  await Promise.all([play(host, { turns: 2 }), play(guest, { turns: 2 })])
  for (const person of [host, guest]) {
    person.tolerate(NO_SERVER)
    await person.page.evaluate(() => (document.body.dataset['neverReloaded'] = 'true'))
  }
  const [inTurn] = await byTurn(host, guest)

  await server.kill()
  for (const { page } of [host, guest]) await expect(page.getByRole('alert')).toContainText('connection is lost')
  // What is done meanwhile waits for the server: it is neither lost nor done twice.
  const before = await inTurn.position()
  const cards = before.game.own[0]?.hand
  await inTurn.page
    .getByRole('button', { name: /^(Draw from the deck|Take)/, disabled: false })
    .first()
    .click()
  await expect(inTurn.table).toHaveAttribute('data-busy', 'true')

  await server.start()
  for (const { page } of [host, guest]) await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(inTurn.table).toHaveAttribute('data-busy', 'false')
  const sum = (counts: Record<string, number> | undefined) =>
    Object.values(counts ?? {}).reduce((total, count) => total + count, 0)
  expect(sum((await inTurn.position()).game.own[0]?.hand)).toBe(sum(cards) + 1)

  await Promise.all([play(host), play(guest)])
  const totals = await host.page.locator('table tfoot td').allTextContents()
  await expect(guest.page.locator('table tfoot td')).toHaveText(totals)
  for (const { page } of [host, guest])
    await expect(page.locator('body')).toHaveAttribute('data-never-reloaded', 'true')
})

test('a lost connection is seen, and the page finds back by itself', async ({ sit, openServer }) => {
  const server = await openServer()
  const person = await sit({ at: server })
  await gameAgainstBots(person, 'toy', ['greedy'])
  person.tolerate(NO_SERVER)
  await server.kill()
  await expect(person.page.getByRole('alert')).toContainText('connection is lost')
  await server.start()
  await expect(person.page.getByRole('alert')).toHaveCount(0)
  await boardIsThere(person)
  await play(person, { turns: 1 })
})
