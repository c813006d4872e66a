// A browser for tests: Debian's Chromium, and a page whose every complaint is remembered.
import { chromium } from 'playwright-core'

/** Where the client is served, with its server behind it. */
export const ADDRESS = process.env.WHISTLESTOP_URL ?? 'http://127.0.0.1:8080'

export function launch() {
    return chromium.launch({
        executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
        args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    })
}

/** Errors and warnings of the page are collected in `complaints`. */
export async function newPage(browser, { width = 1440, height = 900, ...options } = {}) {
    const context = await browser.newContext({ viewport: { width, height }, reducedMotion: 'reduce', ...options })
    const page = await context.newPage()
    const complaints = []
    page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.stack ?? String(error)))
    return { context, page, complaints }
}
