/** The pages, as somebody meets them in a game against bots; a bot stands in for them between two pictures. */
import type { GameView } from '../../src/protocol'
import type { Person } from '../support/person'
import { boardIsThere, makeTable, newTable } from '../support/tables'
import { expect, test } from '../support/test'
import { shoot } from './camera'

test('home, new table, waiting room', async ({ sit }) => {
  const friend = await sit()
  await named(friend, 'Grace')
  await newTable(friend, { edition: 'usa-1910', others: [null, null, 'hard'] })
  await friend.page.goto('/new')

  const person = await sit()
  await named(person, 'Ada')
  await makeTable(person, {
    options: { edition: 'nyc', seats: 3, listed: true },
    bots: ['medium', 'hard'],
    start: true,
  })
  await makeTable(friend, { options: { edition: 'usa-1910', seats: 4, listed: true }, bots: ['planner'] })
  await person.page.goto('/')
  await expect(person.page.getByText('Grace').first()).toBeVisible()
  await shoot(person, 'home', { themes: ['light', 'dark'] })
  await person.page.goto('/new')
  await expect(person.page.getByRole('radio').first()).toBeVisible()
  await shoot(person, 'new-table')
  await newTable(person, { edition: 'usa-classic', others: [null, 'medium', 'hard'] })
  await expect(person.page.locator('.code')).toBeVisible()
  await shoot(person, 'waiting', { themes: ['light', 'dark'] })
})

const GAMES = [
  { edition: 'usa-classic', short: 'usa', name: 'Amelia', bots: ['medium', 'hard', 'planner'], early: 34, late: 15 },
  { edition: 'nyc', short: 'nyc', name: 'Rosa', bots: ['medium', 'hard'], early: 12, late: 7 },
] as const

for (const { edition, short, name, bots, early, late } of GAMES) {
  test(`a game of ${edition}`, async ({ sit }) => {
    const [person, observer] = [await sit(), await sit()]
    await named(person, name)
    await observer.page.goto('/')
    const { id } = await makeTable(person, {
      options: {
        edition,
        seats: bots.length + 1,
        // Slow enough to sit down in time on a busy machine.
        bot_pace_ms: 200,
        stand_in: { bot: 'planner', after_s: 5 },
        first_seat: { type: 'chosen', seat: 0 },
      },
      bots: [...bots],
      start: true,
    })
    const sitDown = async () => {
      await person.page.goto(`/table/${id}`)
      await boardIsThere(person)
      await person.asked()
    }
    const leaveUntil = async (reached: (game: GameView) => boolean) => {
      await person.page.goto('about:blank')
      await expect
        .poll(async () => reached((await observer.position()).game), { timeout: 240_000, intervals: [50] })
        .toBe(true)
    }
    await sitDown()
    await observer.page.goto(`/table/${id}`)
    await boardIsThere(observer)
    await shoot(person, `${short}-tickets`, {
      themes: short === 'usa' ? ['light', 'dark'] : ['light'],
      pose: () => person.dialog.locator('label').nth(1).hover(),
    })
    let isPaymentTaken = false
    for (const [when, trains] of [
      ['early', early],
      ['late', late],
    ] as const) {
      await leaveUntil(({ seats }) => (seats[0]?.trains ?? 0) <= trains)
      await sitDown()
      await person.page.mouse.move(5, 5)
      expect((await person.position()).game.phase, 'the game is still on').not.toBe('ended')
      await shoot(person, `${short}-${when}`, { themes: ['light', 'dark'] })
      const several = (await person.position()).game.own[0]?.claims.find(({ payments }) => payments.length > 1)
      if (!isPaymentTaken && several?.routes[0] !== undefined) {
        await person.route(several.routes[0]).click()
        await expect(person.dialog).toBeVisible()
        await shoot(person, `${short}-payment`, { pose: () => person.page.mouse.move(5, 5) })
        await person.page.keyboard.press('Escape')
        isPaymentTaken = true
      }
    }
    expect(isPaymentTaken, 'there was a choice of payments to take a picture of').toBe(true)
    await leaveUntil(({ phase }) => phase === 'ended')
    await person.page.goto(`/table/${id}`)
    await expect(person.button('Rematch')).toBeVisible()
    await shoot(person, `${short}-end`, { themes: short === 'nyc' ? ['light', 'dark'] : ['light'] })
  })
}

async function named(person: Person, name: string): Promise<void> {
  const { page } = person
  await page.goto('/')
  const field = page.getByLabel('Your name at tables')
  await expect(field).not.toHaveValue('')
  await field.fill(name)
  await person.button('Keep').click()
  await expect(page.getByText(`You are ${name} now.`)).toBeVisible()
}
