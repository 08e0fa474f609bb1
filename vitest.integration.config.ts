import { defineConfig } from 'vitest/config'

/** Tests that need what is too heavy for every run; docs/operations.md says which. */
export default defineConfig({
  test: { include: ['s3/**/*.integration.ts'], testTimeout: 60_000, hookTimeout: 600_000 },
})
