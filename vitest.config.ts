import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: ['server/src/testing/provide-postgres.ts'],
    include: ['{contract,server,console,tools}/**/*.test.{ts,tsx}'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
