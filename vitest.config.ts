import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,console,tools}/**/*.test.{ts,tsx}'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
