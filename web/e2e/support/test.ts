/** The tests' beginning: a server for each worker, and people who sit down at browsers. */
import { type BrowserContextOptions, expect, test as base } from '@playwright/test'
import { Person } from './person'
import { Server } from './server'

interface Fixtures {
  /** Opens a browser for one more person. At the end no page may have complained. */
  sit: (options?: BrowserContextOptions & { at?: Server }) => Promise<Person>
  /** Opens a server of the test's own, with further flags. It closes when everybody has left. */
  openServer: (flags?: readonly string[]) => Promise<Server>
}

export const test = base.extend<Fixtures, { server: Server }>({
  server: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const server = await Server.open()
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from the pattern
  openServer: async ({}, use) => {
    const servers: Server[] = []
    await use(async (flags = []) => {
      const server = await Server.open(flags)
      servers.push(server)
      return server
    })
    await Promise.all(servers.map((server) => server.close()))
  },
  // Named after `openServer`, so that people leave before their server closes: a page that lost it would complain.
  sit: async ({ browser, server, openServer: _ }, use) => {
    const people: Person[] = []
    await use(async ({ at = server, ...options } = {}) => {
      const context = await browser.newContext({ reducedMotion: 'reduce', baseURL: at.url, ...options })
      const person = await Person.at(context, at.url)
      people.push(person)
      return person
    })
    await Promise.all(people.map(({ context }) => context.close()))
    for (const { complaints } of people) expect(complaints, 'what pages complained about').toEqual([])
  },
})

export { expect }
