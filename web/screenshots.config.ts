import { defineConfig } from '@playwright/test'
import tests from './playwright.config'

/** Takes the pictures of docs/screenshots: `npm run screenshots`. */
export default defineConfig({ ...tests, testDir: 'e2e/screenshots', testMatch: '*.shots.ts', workers: 1 })
