/** Somebody at a browser: a page whose every complaint is remembered, and who plays by clicking. */
import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import type { Asked, CardCounts, GameUpdate, ServerMessage } from '../../src/protocol'

/** What the table page asks of the person. */
export type Demand = Asked['now'] | 'over'

/** Everything the browser prints by itself when a server is gone, or goes while it answers; no page can keep it from doing so. */
export const NO_SERVER = /ERR_(CONNECTION_(REFUSED|RESET)|EMPTY_RESPONSE)|WebSocket connection to .* failed/

export class Person {
  readonly context: BrowserContext
  page!: Page
  /** Errors and warnings of all pages, and requests to anywhere but the server. */
  readonly complaints: string[] = []
  #tolerated: RegExp | null = null
  readonly #server: string
  readonly #updates = new Map<number, GameUpdate>()

  private constructor(context: BrowserContext, server: string) {
    this.context = context
    this.#server = server
  }

  static async at(context: BrowserContext, server: string): Promise<Person> {
    const person = new Person(context, server)
    await person.openPage()
    return person
  }

  /** Another page in the same browser, in place of the one before. */
  async openPage(): Promise<Page> {
    this.page = await this.context.newPage()
    const complain = (text: string) => {
      if (!this.#tolerated?.test(text)) this.complaints.push(text)
    }
    this.page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complain(message.text())
    })
    this.page.on('pageerror', (error) => complain(error.stack ?? String(error)))
    this.page.on('request', (request) => {
      if (!request.url().startsWith(this.#server)) complain(`asked somebody else: ${request.url()}`)
    })
    this.page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        const message = JSON.parse(String(payload)) as ServerMessage
        if (message.type === 'game') this.#updates.set(message.seq, message)
      }),
    )
    return this.page
  }

  /** From now on, these complaints are expected. */
  tolerate(pattern: RegExp): void {
    this.#tolerated = pattern
  }

  get table(): Locator {
    return this.page.locator('[data-seq]')
  }

  get status(): Locator {
    return this.page.locator('.status [role="status"]')
  }

  get toasts(): Locator {
    return this.page.locator('.toasts')
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog')
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name })
  }

  /** A space of a route on the map. */
  route(index: number): Locator {
    return this.page.locator(`[data-route="${index}"] .space`).first()
  }

  /** Waits until the page asks for something, or the game is over. */
  async asked(): Promise<Exclude<Demand, 'wait'>> {
    const wanted = this.page.locator('[data-seq][data-busy="false"]:not([data-asked="wait"])')
    await wanted.waitFor({ timeout: 60_000 })
    return (await this.table.getAttribute('data-asked')) as Exclude<Demand, 'wait'>
  }

  /** The position that is on the page. */
  async position(): Promise<GameUpdate> {
    const seq = Number(await this.table.getAttribute('data-seq'))
    const update = this.#updates.get(seq)
    if (!update) throw new Error(`the page shows position ${seq}, which the server did not send`)
    return update
  }

  /** Does something and waits until it is answered and shown. */
  async act(deed: () => Promise<unknown>): Promise<void> {
    const before = await this.table.getAttribute('data-seq')
    await deed()
    await expect(this.table).not.toHaveAttribute('data-seq', before ?? '')
    await expect(this.table).toHaveAttribute('data-busy', 'false')
  }

  /** Where people share this screen: takes the device, unless it is here already. */
  async takeDevice(): Promise<void> {
    const take = this.button(/^I am /)
    const asked = this.page.locator('[data-seq][data-busy="false"]:not([data-asked="wait"])')
    await take.or(asked).first().waitFor()
    if (await take.count()) await take.click()
  }

  async keepTickets(): Promise<void> {
    await this.act(() => this.button(/^Keep \d/).click())
  }

  /** Draws from the deck, else from the row; says whether there was anything to draw. */
  async drawCard(): Promise<boolean> {
    for (const name of [/^Draw from the deck/, /^Take /]) {
      const pile = this.page.getByRole('button', { name, disabled: false }).first()
      if (!(await pile.count())) continue
      await this.act(() => pile.click())
      return true
    }
    return false
  }

  /** Claims by clicking the map, with the payment that costs the fewest wild cards. */
  async claim(route: number, payments: readonly CardCounts[]): Promise<void> {
    await this.act(async () => {
      await this.route(route).click()
      if (payments.length > 1) await this.dialog.locator('.way').first().click()
    })
  }

  /** Claims by choosing from the list of routes. */
  async claimFromList(): Promise<void> {
    await this.act(async () => {
      await this.button(/^Routes \d/).click()
      await this.dialog.locator('.list button').first().click()
      const paying = this.dialog.locator('.way').first()
      // The list gives way to the payments, or to the score when this was the last turn.
      await this.page.waitForFunction(
        () => document.querySelector('.way') !== null || document.querySelector('[role="dialog"] .list') === null,
      )
      if (await paying.count()) await paying.click()
    })
  }
}
