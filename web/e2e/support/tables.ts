/** Ways to a table, through the pages. */
import type { NewTable, TableState } from '../../src/protocol'
import type { Person } from './person'

export interface Wanted {
  edition: string
  /** Bots for the other seats, or one person for each `null`. */
  others: readonly (string | null)[]
}

/** Makes a table on the page for new ones. */
export async function newTable(person: Person, wanted: Wanted): Promise<void> {
  await person.page.goto('/new')
  await fillAndSend(person, wanted)
}

/** Fills in the page for a new table and sends it. Bots answer at once. */
export async function fillAndSend({ page }: Person, { edition, others }: Wanted): Promise<void> {
  await page.locator(`input[type="radio"][value="${edition}"]`).check()
  await page.getByRole('button', { name: String(others.length + 1), exact: true }).click()
  for (const [index, bot] of others.entries()) await page.locator(`#seat-${index}`).selectOption(bot ?? '')
  await page.getByLabel('Pace of bots').selectOption('0')
  await page.getByRole('button', { name: /^(Start the game|Make the table)$/ }).click()
}

/** A game against bots that has begun, its map on the page. */
export async function gameAgainstBots(person: Person, edition: string, bots: readonly string[]): Promise<void> {
  await newTable(person, { edition, others: bots })
  await boardIsThere(person)
}

/** Two people at one table, from the invitation to the start. The host sits first. */
export async function gameOfTwo(host: Person, guest: Person, edition: string): Promise<void> {
  await newTable(host, { edition, others: [null] })
  const code = (await host.page.locator('.code').textContent()) ?? ''
  await guest.page.goto('/')
  await guest.page.getByLabel('The table’s code').fill(code.toLowerCase())
  await guest.page.getByRole('button', { name: 'Join' }).click()
  await guest.page.getByRole('button', { name: 'Sit here' }).click()
  await host.page.getByRole('button', { name: 'Start the game' }).click()
  await Promise.all([boardIsThere(host), boardIsThere(guest)])
}

/** The two in the order of their turns, as soon as one of them is asked for something. */
export async function byTurn(one: Person, another: Person): Promise<[Person, Person]> {
  const whenAsked = (person: Person) => person.asked().then(() => person)
  const first = await Promise.any([whenAsked(one), whenAsked(another)])
  return first === one ? [one, another] : [another, one]
}

export async function boardIsThere({ page }: Person): Promise<void> {
  await page.locator('.board:not(.unfitted) svg .city').first().waitFor()
}

/** A table made behind the page's back, for what the page for new tables does not offer. */
export async function makeTable({ page }: Person, table: NewTable): Promise<TableState> {
  return (await (await page.request.post('/api/v1/tables', { data: table })).json()) as TableState
}
