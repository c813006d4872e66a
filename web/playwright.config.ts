import { defineConfig } from '@playwright/test'

/** The client in Debian's Chromium against the real server: `npm run e2e`, after the client and the program were built. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  outputDir: 'e2e-results',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  reporter: 'list',
  projects: [
    { name: 'play', testIgnore: 'timing.spec.ts' },
    { name: 'timing', testMatch: 'timing.spec.ts', dependencies: ['play'], workers: 1 },
  ],
  timeout: 300_000,
  expect: { timeout: 30_000 },
  use: {
    viewport: { width: 1440, height: 900 },
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 30_000,
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    },
  },
})
