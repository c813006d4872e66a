/** The pages around the game: how it ends, replays, records, accounts, several people at one screen, maps of one's own. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Person } from './support/person'
import { play } from './support/play'
import { boardIsThere, fillAndSend, gameAgainstBots, makeTable } from './support/tables'
import { expect, test } from './support/test'

/** What a replay says of the moment it shows. */
const SAID = '.controls [role="status"]'

/** A game that bots play to its end, one of them in the person's place. */
async function gameOfBots(person: Person, edition: string): Promise<string> {
  await person.page.goto('/')
  await expect(person.page.getByLabel('Your name at tables')).not.toHaveValue('')
  const options = { edition, seats: 2, bot_pace_ms: 0 }
  const { id } = await makeTable(person, { options, bots: ['greedy'], start: true })
  await person.page.request.delete(`/api/v1/tables/${id}/seats/0`)
  await expect
    .poll(
      async () => ((await (await person.page.request.get(`/api/v1/tables/${id}`)).json()) as { status: string }).status,
      {
        timeout: 60_000,
      },
    )
    .toBe('finished')
  return id
}

test('the end is told step by step, and can be skipped', async ({ sit }) => {
  const person = await sit({ reducedMotion: 'no-preference' })
  const { page } = person
  await gameAgainstBots(person, 'toy', ['greedy'])
  await play(person)
  const told = page.getByRole('region', { name: 'The score is told' })
  await expect(told.getByText('First the routes')).toBeVisible()
  await person.button('Pause').click()
  await person.button('Next').click()
  // The first ticket, with its way on the map.
  await expect(told.locator('.ticket')).toBeVisible()
  await expect(page.locator('.board .path').first()).toBeAttached()
  await person.button('Skip').click()
  await expect(told).toHaveCount(0)

  const { game } = await person.position()
  const totals = game.score?.seats.map(({ total }) => String(total).replace('-', '−')) ?? []
  await expect(page.locator('table tfoot td')).toHaveText(totals)
  await page.getByRole('tab', { name: 'Statistics' }).click()
  await expect(page.getByRole('img', { name: /^Route points over \d+ turns/ })).toBeVisible()
  // Told again, to the last word: the totals are those of the sheet.
  await person.button('Tell the score').click()
  const position = told.getByText(/^\d+ of \d+$/)
  const steps = Number(/\d+$/.exec((await position.textContent()) ?? '')?.[0])
  for (let step = 1; step < steps; step++) await page.keyboard.press('ArrowRight')
  await expect(told.locator('.total')).toHaveText(totals.map((total) => total.replace('−', '-')))
})

test('a game is replayed by keys, log and link, through any eyes', async ({ sit }) => {
  const person = await sit()
  const { page } = person
  const id = await gameOfBots(person, 'nyc')
  await page.goto('/games')
  await page.getByRole('link', { name: 'Replay' }).click()
  await boardIsThere(person)
  const place = page.locator('[data-moment]')
  await expect(place).toHaveAttribute('data-moment', '0')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('PageDown')
  await page.keyboard.press('PageDown')
  await expect(page).toHaveURL(/\?turn=1$/)
  await page.keyboard.press('End')
  await expect(page.locator(SAID)).toContainText('The game is over')
  await person.button('Score and statistics').click()
  await expect(page.locator('table tfoot td')).toHaveCount(2)
  await page.keyboard.press('Escape')

  const line = page.locator('.log .line').filter({ hasText: 'claimed' }).first()
  const text = (await line.locator('span').nth(1).textContent()) ?? ''
  await line.click()
  await expect(page.locator(SAID)).toContainText(text)
  await expect(page.locator('[data-route].owned')).toHaveCount(1)

  await page.getByLabel('Seen by').selectOption({ label: 'As a spectator' })
  await expect(page.getByText('Hands are hidden from spectators.')).toBeVisible()
  const link = page.url()
  expect(link).toContain('viewer=spectator')

  // Somebody else opens the link, and sees the same moment.
  const other = await sit()
  await other.page.goto(link)
  await boardIsThere(other)
  await expect(other.page.locator(SAID)).toContainText(text)
  await expect(other.page.getByLabel('Seen by')).toHaveValue('spectator')
  await other.page.getByRole('slider').fill('0')
  await other.button('Play').click()
  await expect(other.page.locator('[data-moment]')).not.toHaveAttribute('data-moment', '0')
  await other.button('Pause').click()
  expect(id).toMatch(/^[0-9a-f]{32}$/)
})

test('a record is downloaded, and uploaded where it holds', async ({ sit }) => {
  const person = await sit()
  const { page } = person
  await gameOfBots(person, 'toy')
  const folder = await mkdtemp(join(tmpdir(), 'whistlestop-records-'))
  try {
    await page.goto('/records')
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Record', exact: true }).click()
    const [good, bad] = [join(folder, 'good.jsonl'), join(folder, 'bad.jsonl')]
    await (await download).saveAs(good)
    const lines = (await readFile(good, 'utf8')).split('\n')
    await writeFile(bad, [...lines.slice(0, 6), ...lines.slice(7)].join('\n'))

    // A browser reports every refusal as an error of its own.
    person.tolerate(/status of 400/)
    await page.getByLabel('Record to upload').setInputFiles(bad)
    await expect(page.getByRole('alert')).toContainText(/bad\.jsonl was not taken\. Line 7:/)
    await dropFile(person, 'good.jsonl', await readFile(good, 'utf8'))
    await boardIsThere(person)
    expect(page.url()).toMatch(/\/record\/[0-9a-f]{32}/)
    await page.goto('/records')
    await expect(page.getByText('good.jsonl')).toBeVisible()
  } finally {
    await rm(folder, { recursive: true })
  }
})

/** As from the desktop onto the page. */
async function dropFile({ page }: Person, name: string, text: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ([name, text]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([text], name))
      return transfer
    },
    [name, text] as const,
  )
  await page.locator('.drop').dispatchEvent('drop', { dataTransfer })
}

async function signUp({ page }: Person, name: string): Promise<void> {
  await page.goto('/account')
  const form = page.locator('form').filter({ has: page.getByRole('heading', { name: 'Sign up', exact: true }) })
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Password').fill('correct horse')
  await form.getByRole('button').click()
  await expect(page.getByText(`You are signed in as ${name}.`)).toBeVisible()
}

test('a rated game moves ratings, which the end and the list of ratings tell alike', async ({ sit }) => {
  const person = await sit()
  const { page } = person
  await signUp(person, 'Rae of the Rails')
  await page.goto('/new')
  await page.getByRole('checkbox', { name: /^Rated/ }).check()
  await fillAndSend(person, { edition: 'toy', others: ['greedy'] })
  await boardIsThere(person)
  await play(person)

  const change = page.locator('.rating', { hasText: 'Rae of the Rails' })
  await expect(change).toContainText('1500 →')
  const [, after] = /→ (\d+)/.exec((await change.textContent()) ?? '') ?? []
  expect(Number(after)).not.toBe(1500)
  await page.goto('/ratings')
  const row = page.getByRole('row', { name: /Rae of the Rails/ })
  await expect(row.getByRole('cell').nth(1)).toHaveText(String(after))
  await expect(page.getByRole('row', { name: /Greedy/ })).toBeVisible()
  await page.goto('/account')
  await expect(page.getByText(`Rating ${after}, give or take`)).toBeVisible()
})

test('a guest signs up with the games, and finds them elsewhere', async ({ sit }) => {
  const person = await sit()
  const { page } = person
  await gameOfBots(person, 'toy')
  await signUp(person, 'Ann of the Line')

  await page.getByLabel('What it is for').fill('my bot')
  await person.button('Make a token').click()
  const secret = (await page.locator('code').textContent()) ?? ''
  const asProgram = () =>
    fetch(new URL('/api/v1/session', page.url()), { headers: { authorization: `Bearer ${secret}` } })
  expect((await asProgram()).status).toBe(200)
  await person.button('Delete the token my bot').click()
  await expect(page.getByText('opens nothing any more')).toBeVisible()
  expect((await asProgram()).status).toBe(401)

  const other = await sit()
  other.tolerate(/status of 401/)
  await other.page.goto('/account')
  const login = other.page.locator('form').filter({ has: other.page.getByRole('heading', { name: 'Log in' }) })
  await login.getByLabel('Name').fill('Ann of the Line')
  await login.getByLabel('Password').fill('wrong horse')
  await login.getByRole('button').click()
  await expect(login.getByRole('alert')).toHaveText('The name or the password is wrong.')
  await login.getByLabel('Password').fill('correct horse')
  await login.getByRole('button').click()
  await expect(other.page.getByText('You are signed in as Ann of the Line.')).toBeVisible()
  await other.page.getByRole('link', { name: 'My games' }).click()
  await expect(other.page.getByRole('link', { name: 'Replay' })).toHaveCount(1)

  await page.getByLabel('Old password').fill('correct horse')
  await page.getByLabel('New password').fill('battery staple')
  await person.button('Change the password').click()
  await expect(page.getByText('The password is changed.')).toBeVisible()
  await person.button('Log out').click()
  await expect(page.getByText('You play as the guest')).toBeVisible()
  await page.goto('/games')
  await expect(page.getByText('Games you have finished are listed here.')).toBeVisible()
})

test('people who share a screen see the own cards alone, and can play the same deal again', async ({ sit }) => {
  const person = await sit()
  const { page } = person
  await page.goto('/new')
  await page.locator('input[type="radio"][value="toy"]').check()
  await page.getByRole('button', { name: '2', exact: true }).click()
  await page.locator('#seat-0').selectOption({ label: 'A person at this screen' })
  await page.getByLabel('Name of the person on seat 2').fill('Eve')
  await page.getByLabel('First turn').selectOption('0')
  await page.getByLabel('Deal code').fill('family')
  await person.button('Start the game').click()

  const firstHands: string[] = []
  for (let turn = 0; !(await page.locator('table tfoot').count()); turn++) {
    const take = person.button(/^I am /)
    await expect(take.or(page.locator('table tfoot')).first()).toBeVisible()
    if (!(await take.count())) break
    await expect(page.getByLabel('Your cards')).toHaveText('')
    await take.click()
    if (turn < 2) firstHands.push((await page.getByLabel('Your cards').textContent()) ?? '')
    await playUntilPassed(person)
  }
  await person.button('Same deal again').click()
  await person.button(/^I am /).click()
  await expect(page.getByLabel('Your cards')).toHaveText(firstHands[0] ?? '')
})

/** What one person at the screen does until it is somebody else's turn or the game is over. */
async function playUntilPassed(person: Person): Promise<void> {
  const { page } = person
  while (!(await person.button(/^I am /).count()) && !(await page.locator('table tfoot').count())) {
    switch (await person.asked()) {
      case 'tickets':
        await person.keepTickets()
        break
      case 'turn': {
        const own = (await person.position()).game.own.find(({ asked }) => asked.now === 'turn')
        const [claims] = own?.asked.now === 'turn' && own.asked.claim ? own.claims : []
        const [route] = claims?.routes ?? []
        if (claims && route !== undefined) await person.claim(route, claims.payments)
        else if (!(await person.drawCard())) {
          const tickets = page.getByRole('button', { name: /^Draw tickets/, disabled: false })
          const way = (await tickets.count()) ? tickets : person.button('Pass')
          await person.act(() => way.click())
        }
        break
      }
      case 'second_card':
        await person.drawCard()
        break
      case 'over':
        return
    }
    await page.waitForFunction(() => {
      const asked = document.querySelector<HTMLElement>('[data-seq]')?.dataset['asked']
      return (
        asked !== 'wait' ||
        [...document.querySelectorAll('button')].some(({ textContent }) => textContent?.startsWith('I am '))
      )
    })
  }
}

test('a map without places is laid out and played', async ({ sit, openServer }) => {
  const folder = await mkdtemp(join(tmpdir(), 'whistlestop-editions-'))
  const [map, edition] = [join(folder, 'map.toml'), join(folder, 'edition.toml')]
  const nyc = await readFile(new URL('../../maps/nyc.toml', import.meta.url), 'utf8')
  const bare = nyc
    .replace(/^id = .*$/m, 'id = "bare"')
    .replace(/^board = .*$/m, '')
    .replace(/,\s*(x|y|lat|lon)\s*=\s*[-\d.]+/g, '')
  await writeFile(map, bare)
  await writeFile(
    edition,
    'kind = "edition"\nid = "bare"\nname = "Bare"\ntext = "Laid out."\nextends = "nyc"\nmap = "bare"\n',
  )
  const server = await openServer(['--editions', folder])
  const person = await sit({ at: server })
  await gameAgainstBots(person, 'bare', ['greedy'])
  await expect(person.page.getByText(/too tight/)).toHaveCount(0)
  await play(person, { turns: 4 })
  await expect(person.page.locator('[data-route].owned').first()).toBeVisible()
  const lines = await person.page.locator('.log .line').count()
  await person.page.reload()
  await boardIsThere(person)
  await expect.poll(() => person.page.locator('.log .line').count()).toBeGreaterThanOrEqual(lines)
  await rm(folder, { recursive: true })
})
