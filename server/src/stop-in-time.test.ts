import { expect, test } from 'vitest'
import { runPostgres } from './testing/run-postgres.ts'
import { prepareProgram } from './testing/run-program.ts'

test('a signal ends the program though its database hangs', async () => {
  const postgres = await runPostgres()
  const server = await prepareProgram({ DATABASE_URL: postgres.url })
  await server.start()
  const tell = (signal: NodeJS.Signals) => {
    for (const pid of postgres.pids()) {
      process.kill(pid, signal)
    }
  }
  tell('SIGSTOP')
  try {
    expect((await fetch(`${server.origin}/readyz`)).status).toBe(503)
    process.kill(server.pid(), 'SIGTERM')
    await expect.poll(() => server.printed(), { timeout: 30_000 }).toContain('(ended with 1)')
    expect(server.printed()).toContain('Not everything could be closed in time')
  } finally {
    tell('SIGCONT')
    await server.destroy()
    await postgres.stop()
  }
})
