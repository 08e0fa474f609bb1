import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../database/open-database.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { type AttendeeContent, insertAttendees } from './attendees-sql.ts'

/** Neither database promises to return the inserted rows of a statement in any order. */
const BACKWARDS: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => ({ ...result, rows: result.rows.toReversed() }),
}

const child = (first_name: string, birthdate: string | null): AttendeeContent => ({
  ...{ first_name, birthdate, last_name: 'Núñez', parent_contact: '', allergies: '', needs: '' },
  ...{ notes: '', is_member: 0 },
})

eachDatabase((database) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ database })
  })
  afterAll(() => server.destroy())

  test('the ids of added children stand in the order of their rows, however the database answers', async () => {
    const { sql, close } = await openDatabase(server.config)
    try {
      const given = [
        child('Zoë', '2019-02-03'),
        child('Ana', null),
        child('Twice', '2020-01-01'),
        child('Mia', '2019-02-03'),
        child('Twice', '2020-01-01'),
      ]
      const ids = await insertAttendees(sql.withPlugin(BACKWARDS), given)
      const rows = await sql.selectFrom('attendee').select(['id', 'first_name']).execute()
      const names = new Map(rows.map(({ id, first_name }) => [id, first_name]))
      expect(ids.map((id) => names.get(id))).toEqual(['Zoë', 'Ana', 'Twice', 'Mia', 'Twice'])
      expect(new Set(ids).size).toBe(5)
    } finally {
      await close()
    }
  })
})
