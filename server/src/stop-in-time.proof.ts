import { expect, test } from 'vitest'
import { runPostgres } from './testing/run-postgres.ts'
import { prepareProgram } from './testing/run-program.ts'

test('a signal ends the program though its database stands still', async () => {
  const postgres = await runPostgres()
  const house = await prepareProgram({ DATABASE_URL: postgres.url })
  await house.start()
  const tell = (signal: NodeJS.Signals) => {
    for (const pid of postgres.pids()) {
      process.kill(pid, signal)
    }
  }
  tell('SIGSTOP')
  try {
    expect((await fetch(`${house.origin}/readyz`)).status).toBe(503)
    process.kill(house.pid(), 'SIGTERM')
    await expect.poll(() => house.printed(), { timeout: 30_000 }).toContain('(ended with 1)')
    expect(house.printed()).toContain('Not everything could be closed in time')
  } finally {
    tell('SIGCONT')
    await house.destroy()
    await postgres.stop()
  }
})
