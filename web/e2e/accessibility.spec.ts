/** axe finds nothing on any page or dialog, in paper and in slate. */
import AxeBuilder from '@axe-core/playwright'
import type { Person } from './support/person'
import { play } from './support/play'
import { boardIsThere, gameAgainstBots, newTable } from './support/tables'
import { expect, test } from './support/test'

/** All rules on paper; on slate, where only colours differ, those about colours. */
async function expectNoViolation({ page }: Person, where: string): Promise<void> {
  const dark = await page.evaluate(() => document.documentElement.dataset['theme'] === 'dark')
  const axe = new AxeBuilder({ page })
  const { violations } = await (dark ? axe.withRules(['color-contrast', 'link-in-text-block']) : axe).analyze()
  const found = violations.map(({ id, help, nodes }) => ({
    rule: `${id}: ${help}`,
    at: nodes.slice(0, 3).map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
  }))
  expect.soft(found, `violations ${where}`).toEqual([])
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`pages before the game, ${colorScheme}`, async ({ sit }) => {
    const person = await sit({ colorScheme })
    await person.page.goto('/')
    await expect(person.page.getByLabel('Your name at tables')).not.toHaveValue('')
    await expectNoViolation(person, 'at home')
    await person.button('Settings').click()
    await expectNoViolation(person, 'in the settings')

    await newTable(person, { edition: 'usa-classic', others: [null, 'medium'] })
    await expect(person.page.locator('.code')).toBeVisible()
    await expectNoViolation(person, 'in the waiting room')
    await person.page.goto('/new')
    await expect(person.page.getByRole('radio').first()).toBeVisible()
    await expectNoViolation(person, 'at the new table')
    // The server has no such table, and says so in the way browsers report.
    person.tolerate(/status of 404/)
    await person.page.goto('/join/NOSUCHTABLE')
    await expect(person.page.getByRole('link', { name: 'Back to all tables' })).toBeVisible()
    await expectNoViolation(person, 'at a code that leads nowhere')
  })

  test(`the game and its dialogs, ${colorScheme}`, async ({ sit }) => {
    const person = await sit({ colorScheme })
    await gameAgainstBots(person, 'usa-classic', ['greedy', 'greedy'])
    await expectNoViolation(person, 'while choosing tickets')
    await person.keepTickets()
    await person.asked()
    await expectNoViolation(person, 'at the own turn')
    await person.page.keyboard.press('l')
    await expectNoViolation(person, 'with log and chat')
    await person.page.keyboard.press('l')
    await person.page.keyboard.press('r')
    await expect(person.dialog).toBeVisible()
    await expectNoViolation(person, 'in the list of routes')
    await person.page.keyboard.press('Escape')
    const { game } = await person.position()
    const several = game.own[0]?.claims.find(({ payments }) => payments.length > 1)?.routes[0]
    if (several !== undefined) {
      await person.route(several).click()
      await expect(person.dialog).toBeVisible()
      await expectNoViolation(person, 'in the choice of payments')
      await person.page.keyboard.press('Escape')
    }
    await person.drawCard()
    expect(await person.asked()).toBe('second_card')
    await expectNoViolation(person, 'before the second card')
  })

  test(`the end, ${colorScheme}`, async ({ sit }) => {
    const person = await sit({ colorScheme })
    await gameAgainstBots(person, 'toy', ['greedy'])
    await play(person)
    await expect(person.button('Rematch')).toBeVisible()
    await expectNoViolation(person, 'at the score')
  })

  test(`the game on a phone, ${colorScheme}`, async ({ sit }) => {
    const person = await sit({ colorScheme, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    await gameAgainstBots(person, 'nyc', ['greedy'])
    await boardIsThere(person)
    await expectNoViolation(person, 'while choosing tickets')
    await person.keepTickets()
    await person.asked()
    await expectNoViolation(person, 'with the cards')
    for (const tab of ['Tickets', 'Players']) {
      await person.page.getByRole('tab', { name: tab }).click()
      await expectNoViolation(person, `with the ${tab.toLowerCase()}`)
    }
  })
}
