import { svelte } from '@sveltejs/vite-plugin-svelte'
import { svelteTesting } from '@testing-library/svelte/vite'
import { defineConfig } from 'vitest/config'
import { boards } from './build/boards.ts'

/** `--mode gallery` builds the page for looking at the parts instead of the client. */
export default defineConfig(({ mode }) => ({
  plugins: [boards(), svelte(), ...(mode === 'test' ? [svelteTesting()] : [])],
  build: {
    target: 'es2023',
    // Fonts stay files: the browser loads only those whose letters a page shows.
    assetsInlineLimit: 0,
    ...(mode === 'gallery' && { outDir: 'dist-gallery', rolldownOptions: { input: 'gallery.html' } }),
  },
  server: {
    // The host stays the page's own, which the server compares with the page's origin.
    proxy: { '/api': { target: process.env['WHISTLESTOP_SERVER'] ?? 'http://127.0.0.1:8080', ws: true } },
  },
  test: {
    environment: 'happy-dom',
    include: ['tests/**/*.test.ts'],
    testTimeout: 60_000,
  },
}))
