/** Whole games against bots, by clicking, to the score sheet. */
import { play } from './support/play'
import { gameAgainstBots } from './support/tables'
import { expect, test } from './support/test'

for (const edition of ['usa-classic', 'nyc']) {
  test(`a whole game of ${edition} by clicking`, async ({ sit }) => {
    const person = await sit()
    await gameAgainstBots(person, edition, ['racer'])
    const done = await play(person)
    expect(done.claims, 'routes were claimed').toBeGreaterThan(3)

    const totals = person.page.locator('table tfoot td')
    await expect(totals).toHaveCount(2)
    const { game } = await person.position()
    const told = game.score?.seats.map(({ total }) => String(total).replace('-', '−'))
    await expect(totals).toHaveText(told ?? [])
    await expect(person.button('Rematch')).toBeVisible()

    const download = person.page.waitForEvent('download')
    await person.page.getByRole('link', { name: 'Record' }).click()
    expect(await (await download).failure()).toBeNull()
  })
}
