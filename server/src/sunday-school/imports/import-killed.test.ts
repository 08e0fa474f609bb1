import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { eachDatabase } from '../../testing/each-database.ts'
import { openRetryingClient } from '../../testing/retrying-client.ts'
import { prepareProgram } from '../../testing/run-program.ts'
import { ADA } from '../../testing/start-test-server.ts'

const CHILDREN = 5000
/** Before it begins, while it is under way, and about when it ends: where each falls is the machine's affair. */
const KILLED_AFTER = [30, 120, 250, 500]

eachDatabase((database) => {
  test('an import that is killed midway came in whole or not at all, and sent again it is there once', async () => {
    const made = await database.create()
    const program = await prepareProgram({
      VESTRY_ADMIN_EMAIL: ADA.email,
      VESTRY_ADMIN_PASSWORD: ADA.password,
      DATABASE_URL: made.databaseUrl ?? '',
    })
    try {
      await program.start()
      const client = openRetryingClient(program.origin)
      const { IdToken: token = '' } = await client.signIn(ADA)
      const count = async () => {
        const page = await client.api('GET /attendees', token)
        return 'totalCount' in page ? page.totalCount : undefined
      }
      for (const [round, delay] of KILLED_AFTER.entries()) {
        const before = round * CHILDREN
        const body = {
          request_id: crypto.randomUUID(),
          file_name: 'people.csv',
          rows: Array.from({ length: CHILDREN }, (_, place) => ({
            first_name: `Child ${place}`,
            last_name: `Round ${round}`,
            choice: { beside: [] },
          })),
        }
        const save = () => client.api('POST /attendees/imports', token, { body })
        const first = save()
        await pause(delay)
        await program.kill()
        await program.start()
        expect([before, before + CHILDREN]).toContain(await count())
        expect(await first).toEqual(await save())
        expect(await first).toMatchObject({ added: CHILDREN, changed: 0, refused: [] })
        expect(await count()).toBe(before + CHILDREN)
      }
    } finally {
      await program.destroy()
      await made.drop()
    }
  }, 300_000)
})
