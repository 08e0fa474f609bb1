import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAuditLog } from '../../audit/audit-log.ts'
import { createLeases } from '../../database/leases.ts'
import { type Database, openDatabase } from '../../database/open-database.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { enrolAll } from '../../testing/hold-classes.ts'
import { ANA, mergeChildren, sunday } from '../../testing/merge-children.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createTrash, KEPT } from '../../trash/create-trash.ts'

eachDatabase((on) => {
  let server: TestServer
  let database: Database

  beforeAll(async () => {
    server = await startTestServer({ database: on })
    database = await openDatabase(server.config)
  })
  afterAll(async () => {
    await database.close()
    await server.destroy()
  })

  const { add, find, profile, merge, undo, mark, recordsOf, remark, plannedOn } = mergeChildren(() => server)

  describe('the undoing', () => {
    test('brings both back as they were, is listed until then, and both trails say so', async () => {
      const [kept, merged] = [await add(), await add({ first_name: 'Anna', notes: 'Sings' })]
      const { id } = await plannedOn(sunday(), 'Owls')
      await mark(id, merged, 'present')
      await merge(kept, merged, { take: ['notes'] })
      const listed = { query: { attendee_id: kept } }
      expect(await server.ask('GET /attendees/merges', listed)).toMatchObject([
        { record: `merge/${merged}`, name: 'Anna Ruiz', merged_by: 'ada@vestry.test' },
      ])
      const { results } = await server.ask('GET /trash')
      expect(results.find(({ record }) => record === `merge/${merged}`)).toMatchObject({
        ...{ kind: 'merge', name: 'Anna Ruiz' },
        merged_into: { id: kept, name: 'Ana Ruiz' },
      })
      const trailOf = async (of: number) => {
        const { results } = await server.ask('GET /audit', { query: { record: `attendee/${of}` } })
        return results.map(({ kind, record, detail }) => [kind, record, detail].filter(Boolean).join(' '))
      }
      expect((await trailOf(kept)).sort()).toEqual([
        `attendee_added attendee/${kept}`,
        `attendee_added attendee/${merged}`,
        `attendee_merged attendee/${kept} attendee/${merged}`,
        `attendee_merged attendee/${merged} attendee/${kept}`,
      ])
      expect(await undo(merged)).toMatchObject({ status: 200 })
      expect((await undo(merged)).status).toBe(200)
      expect(await profile(kept)).toMatchObject({ ...ANA, notes: '' })
      expect(await profile(merged)).toMatchObject({ first_name: 'Anna', notes: 'Sings' })
      expect(await recordsOf(id)).toEqual([`${merged} present`])
      expect(await server.ask('GET /attendees/merges', listed)).toEqual([])
      expect((await trailOf(kept)).sort()).toEqual([
        `attendee_added attendee/${kept}`,
        `attendee_merge_undone attendee/${kept} attendee/${merged}`,
        `attendee_merged attendee/${kept} attendee/${merged}`,
      ])
    })

    test.each([
      [
        'the entry itself',
        async (kept: number) => {
          await server.ask('PUT /attendees', { body: { ...ANA, id: kept, notes: 'Written since' } })
        },
      ],
      [
        'a mark in a class',
        async (kept: number, class_id: number) => remark(class_id, kept, 'Written since'),
      ],
      [
        'a roster',
        async (kept: number, _class_id: number, series_id: number) => {
          await server.ask('DELETE /classes/roster', { query: { series_id, attendee_ids: kept } })
        },
      ],
      [
        'a planned absence',
        async (kept: number) => {
          const [absence] = await server.ask('GET /attendees/absences', { query: { attendee_id: kept } })
          await server.ask('DELETE /attendees/absences', { query: { absence_id: absence?.id ?? 0 } })
        },
      ],
    ])('is refused once somebody has changed %s that the merge touched', async (what, change) => {
      const [kept, merged] = [await add(), await add({ notes: 'Sings' })]
      const { id, series_id } = await plannedOn(sunday(), 'Owls')
      await enrolAll(server, series_id, [merged])
      await mark(id, merged, 'present')
      const away = { from_day: '2026-08-01', until_day: '2026-08-14', reason: '' }
      await server.ask('POST /attendees/absences', { body: { attendee_id: merged, ...away } })
      await merge(kept, merged, { take: ['notes'] })
      await change(kept, id, series_id)
      expect(await undo(merged)).toMatchObject({
        status: 409,
        body: {
          error: 'changed_meanwhile',
          message: `The merge can't be undone any more, because this was changed since: ${what}.`,
        },
      })
      expect((await find(merged)).status).toBe(404)
    })

    test('leaves with the child what came to it since', async () => {
      const [kept, merged] = [await add(), await add()]
      await merge(kept, merged)
      const { id } = await plannedOn(sunday(), 'Owls')
      await mark(id, kept, 'present')
      await server.ask('PUT /attendees', { body: { ...ANA, id: kept, notes: 'Written since' } })
      expect((await undo(merged)).status).toBe(200)
      expect(await recordsOf(id)).toEqual([`${kept} present`])
      expect(await profile(kept)).toMatchObject({ notes: 'Written since' })
    })

    test('waits for a later merge, and for a child that was deleted', async () => {
      const [one, two, three] = [await add(), await add(), await add()]
      await merge(two, one)
      await merge(three, two)
      expect(await undo(one)).toMatchObject({ status: 409, body: { message: /Undo that merge first/ } })
      expect((await undo(two)).status).toBe(200)
      await server.ask('DELETE /attendees', { query: { attendee_id: two } })
      expect(await undo(one)).toMatchObject({ status: 409, body: { message: /Restore it first/ } })
      await server.ask('POST /trash/restore', { body: { record: `attendee/${two}` } })
      expect((await undo(one)).status).toBe(200)
      expect((await find(one)).status).toBe(200)
    })

    test('is over with the thirty days, or when an administrator deletes it for good', async () => {
      const clock = { now: () => server.clock.now() + KEPT + 1 }
      const auditLog = createAuditLog(database, clock)
      const trash = createTrash({
        ...{ database, clock, auditLog, leases: createLeases(database, clock) },
        ...{ timeZone: () => server.config.timeZone, removeObject: async () => undefined },
      })
      for (const end of [
        (record: string) => server.ask('DELETE /trash', { query: { record } }),
        () => trash.sweep(),
      ]) {
        const [kept, merged] = [await add(), await add()]
        await merge(kept, merged)
        await end(`merge/${merged}`)
        expect((await undo(merged)).status).toBe(404)
        expect((await find(kept)).status).toBe(200)
        const query = { record: `attendee/${kept}`, limit: 1 }
        const { results } = await server.ask('GET /audit', { query })
        expect(results).toMatchObject([{ kind: 'attendee_merge_purged', detail: `attendee/${merged}` }])
      }
    })
  })

  test('erasing the child erases what is kept of every entry that went into it', async () => {
    const trace = 'Xylokarp'
    const [kept, middle, merged] = [await add(), await add(), await add({ last_name: trace, notes: trace })]
    const { id } = await plannedOn(sunday(), 'Owls')
    await mark(id, merged, 'present')
    await merge(middle, merged)
    await merge(kept, middle)
    await server.ask('POST /attendees/erase', { body: { attendee_id: kept } })
    const kept_in = database.sql.selectFrom('trash').select('record').where('content', 'like', `%${trace}%`)
    expect(await kept_in.execute()).toEqual([])
    const rows = database.sql.selectFrom('attendee').select('id').where('id', 'in', [kept, middle, merged])
    expect(await rows.execute()).toEqual([])
    expect(await recordsOf(id)).toEqual([])
  })

  test('a child deleted for good takes what was merged into it along', async () => {
    const [kept, merged] = [await add(), await add()]
    await merge(kept, merged)
    await server.ask('DELETE /attendees', { query: { attendee_id: kept } })
    await server.ask('DELETE /trash', { query: { record: `attendee/${kept}` } })
    const left = database.sql.selectFrom('trash').select('record').where('merged_into', '=', kept)
    expect(await left.execute()).toEqual([])
  })
})
