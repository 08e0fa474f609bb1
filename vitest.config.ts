import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: ['server/src/testing/provide-postgres.ts'],
    include: ['{contract,server,console,tools}/**/*.test.{ts,tsx}'],
    retry: process.env.CI ? 1 : 0,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
