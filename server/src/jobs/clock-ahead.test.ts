import { expect, test, vi } from 'vitest'
import { buildApp } from '../app.ts'
import { openDatabase } from '../database/open-database.ts'
import { eachDatabase } from '../testing/each-database.ts'
import { startTestServer } from '../testing/start-test-server.ts'

const DAY = 24 * 60 * 60_000

eachDatabase((kind) => {
  test('a server that is started with a clock two months and more ahead forgets nothing before a day has passed', async () => {
    const server = await startTestServer({ database: kind })
    const database = await openDatabase(server.config)
    try {
      const now = server.clock.now()
      const by = { imported_by: 'ada', imported_by_name: 'Ada' }
      const { sql } = database
      await sql
        .insertInto('attendee_import')
        .values({
          ...by,
          at: now,
          request_id: 'one',
          file_name: '',
          added: 1,
          changed: 0,
          refused: '[]',
          undone: null,
          removed: 0,
          restored: 0,
        })
        .execute()
      await sql
        .insertInto('sermon_import')
        .values({
          ...by,
          source: 'folder',
          name: '',
          at: now,
          state: 'done',
          choices: '',
          created: '[]',
          busy_until: 0,
        })
        .execute()
      await sql
        .insertInto('staff_email')
        .values({ kind: 'weekly', about: '2026-05-04', sub: 'ada', sent_at: now })
        .execute()
      await sql
        .insertInto('attendance_operation')
        .values({
          ...{ sub: 'ada', device: 'phone', number: 1, answered_at: now, kind: 'mark', class_id: 1 },
          ...{ attendee_id: 1, request_id: null, outcome: 'applied', reason: '', version: 1 },
        })
        .execute()
      const names = [
        'sweep store',
        'sweep imports',
        'sweep sermon imports',
        'sweep sent emails',
        'sweep operations',
      ]
      const dues = async () => {
        const rows = await sql.selectFrom('lease').select('due').where('name', 'in', names).execute()
        return rows.map(({ due }) => due - server.clock.now())
      }
      await vi.waitFor(async () => expect(await dues()).toEqual(Array(5).fill(DAY / 24)), 20_000)
      await server.app.close()
      server.clock.advance(70 * DAY)
      const later = await buildApp(server.config, { clock: server.clock, log: undefined })
      try {
        await vi.waitFor(async () => expect(await dues()).toEqual(Array(5).fill(DAY)), 20_000)
      } finally {
        await later.close()
      }
      for (const table of [
        'attendee_import',
        'sermon_import',
        'staff_email',
        'attendance_operation',
      ] as const) {
        expect(await sql.selectFrom(table).selectAll().execute(), table).toHaveLength(1)
      }
    } finally {
      await database.close()
      await server.destroy()
    }
  })
})
