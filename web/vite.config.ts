import { svelte } from '@sveltejs/vite-plugin-svelte'
import { svelteTesting } from '@testing-library/svelte/vite'
import { defineConfig } from 'vitest/config'
import { boards } from './build/boards.ts'

export default defineConfig({
  plugins: [boards(), svelte(), svelteTesting()],
  build: {
    target: 'es2023',
    // Small files become part of the bundle except fonts, which the browser loads only where they are needed.
    assetsInlineLimit: 0,
  },
  server: {
    proxy: { '/api': { target: 'http://127.0.0.1:8080', ws: true } },
  },
  test: {
    environment: 'happy-dom',
    include: ['tests/**/*.test.ts'],
    testTimeout: 20_000,
  },
})
