import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { compileMessages } from './console/build/compile-messages.ts'
import { drawIcons } from './console/build/draw-icons.ts'
import { multiplyProperties, PROPERTY_TIMES } from './tools/multiply-properties.ts'

export default defineConfig({
  plugins: [compileMessages(), drawIcons(), multiplyProperties(PROPERTY_TIMES)],
  test: {
    // The folder for the files comes first, so that PostgreSQL's are in it: a new database there costs a tenth.
    globalSetup: ['server/src/testing/provide-folder.ts', 'server/src/testing/provide-postgres.ts'],
    include: ['{contract,server,cognito,s3,console,tools}/**/*.test.{ts,tsx}'],
    // Much of a test is waiting for a database or a client: with a worker for each core a tenth of the time is idle.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // Importing a file has no effect, so that files may share a worker, which halves the processor time.
    isolate: false,
    // These end what hangs: on a machine with other work a program may take ten times as long to start.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 120_000 * PROPERTY_TIMES,
    // What is kept of a file was made for the usual number of runs.
    fsModuleCache: PROPERTY_TIMES === 1,
    hookTimeout: 120_000,
  },
})
