import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../database/open-database.ts'
import { REFERENCES } from '../../database/read-schema.ts'
import { addTeacher, plan } from '../../testing/build-class.ts'
import { buildPhoto } from '../../testing/build-photo.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { enrolAll } from '../../testing/hold-classes.ts'
import { ANA, mergeChildren, sunday } from '../../testing/merge-children.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { CHILD_TABLE_NAMES } from '../../trash/trash-content.ts'

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

  const { add, find, profile, compare, tryMerge, merge, undo, mark, recordsOf, remark, rosterOf, plannedOn } =
    mergeChildren(() => server)

  test('every table with a row that belongs to a child is one that a merge decides about', async () => {
    const references = sql.raw<{ table: string; refers: string }>(REFERENCES[database.dialect])
    const { rows } = await references.execute(database.sql)
    const referring = rows.filter(({ refers }) => refers === 'attendee').map(({ table }) => table)
    expect([...new Set(referring)].sort()).toEqual(CHILD_TABLE_NAMES.toSorted())
    const tables = await database.sql.introspection.getTables()
    const named = tables.filter(({ columns }) =>
      columns.some(({ name }) => /attendee_id|child_id/.test(name)),
    )
    // These follow a merge by looking up who is whose entry, so that undoing it needs nothing from them.
    const following = ['attendance_claim', 'attendance_operation']
    expect(named.map(({ name }) => name).sort()).toEqual([...CHILD_TABLE_NAMES, ...following].toSorted())
  })

  describe('what hung on both', () => {
    test('goes along: fields, photo, rosters, marks, comments, absences, follow-up and numbers', async () => {
      const [kept, merged] = [await add(), await add({ first_name: 'Anna', notes: 'Sings', is_member: 1 })]
      const photo = buildPhoto('Anna')
      await server.ask('PUT /attendees/photo', { body: { attendee_id: merged, ...photo } })
      const [one, other] = [await plannedOn(sunday(), 'Wrens'), await plannedOn(sunday(), 'Larks')]
      await enrolAll(server, one.series_id, [kept, merged])
      await enrolAll(server, other.series_id, [merged])
      await mark(one.id, kept, 'present')
      await mark(other.id, merged, 'absent')
      await remark(other.id, merged, 'Had a cold')
      await server.ask('POST /attendees/absences', {
        body: { attendee_id: merged, from_day: '2026-08-01', until_day: '2026-08-14', reason: 'Holidays' },
      })
      const asked = {
        request_id: crypto.randomUUID(),
        seen: 0,
        outcome: 'reached',
        note: 'Back soon',
      } as const
      await server.ask('POST /follow-up', {
        body: { ...asked, attendee_id: merged, assigned_to: '', due_day: '', until_day: '' },
      })
      await merge(kept, merged, { take: ['notes', 'is_member', 'photo'] })

      expect((await find(merged)).status).toBe(404)
      const child = await profile(kept)
      expect(child).toMatchObject({
        ...ANA,
        notes: 'Sings',
        is_member: 1,
        last_change: { by: 'ada@vestry.test' },
      })
      expect(await server.ask('GET /attendees/photo', { query: { attendee_id: kept } })).toMatchObject(photo)
      expect(child.classes.map(({ title }) => title).sort()).toEqual(['Larks', 'Wrens'])
      expect(child.attendance.map(({ state }) => state)).toEqual(['present', 'absent'])
      expect(child.comments).toMatchObject([{ comment: 'Had a cold' }])
      expect(await rosterOf(one.series_id)).toEqual([kept])
      expect(await server.ask('GET /attendees/absences', { query: { attendee_id: kept } })).toMatchObject([
        { reason: 'Holidays' },
      ])
      const { entries } = await server.ask('GET /follow-up/child', { query: { attendee_id: kept } })
      expect(entries).toMatchObject([{ note: 'Back soon' }])
      const { payload: page } = await server.app.http.inject({
        url: `/api/attendees/profile/export?attendee_id=${kept}&language=en`,
        headers: { authorization: `Bearer ${await server.signIn()}` },
      })
      for (const part of ['Sings', 'Had a cold', 'Holidays', 'Back soon', 'Larks', 'Wrens', photo.large]) {
        expect(page).toContain(part)
      }
    })

    test('of texts both can be kept, if there are two and room for both', async () => {
      const [kept, merged] = [
        await add({ needs: 'n'.repeat(300) }),
        await add({ allergies: 'Milk', needs: 'm'.repeat(300) }),
      ]
      for (const field of ['notes', 'needs'] as const) {
        expect(await tryMerge(kept, merged, { join: [field] })).toMatchObject({
          status: 400,
          body: { field: 'join' },
        })
      }
      await merge(kept, merged, { join: ['allergies'] })
      expect(await profile(kept)).toMatchObject({ allergies: 'Nuts\nMilk', needs: 'n'.repeat(300) })
      expect((await undo(merged)).status).toBe(200)
      expect(await profile(kept)).toMatchObject({ allergies: 'Nuts' })
    })

    test('two stays on one roster that overlap are one, from the first day of either', async () => {
      const [kept, merged] = [await add(), await add()]
      const { series_id } = await plan(server)
      const row = { series_id, import_id: null }
      await database.sql
        .insertInto('roster')
        .values([
          { ...row, attendee_id: kept, since: '2026-03-01' },
          { ...row, attendee_id: merged, since: '2026-02-01' },
        ])
        .execute()
      await database.sql
        .insertInto('roster_past')
        .values([
          { series_id, attendee_id: kept, since: '2025-01-01', until: '2025-03-01' },
          { series_id, attendee_id: merged, since: '2025-02-01', until: '2025-04-01' },
          { series_id, attendee_id: merged, since: '2024-01-01', until: '2024-02-01' },
        ])
        .execute()
      await merge(kept, merged)
      const stays = database.sql.selectFrom('roster_past').select(['since', 'until'])
      expect(await stays.where('attendee_id', '=', kept).orderBy('since').execute()).toEqual([
        { since: '2024-01-01', until: '2024-02-01' },
        { since: '2025-01-01', until: '2025-04-01' },
      ])
      const now = database.sql.selectFrom('roster').select('since').where('attendee_id', '=', kept)
      expect(await now.execute()).toEqual([{ since: '2026-02-01' }])
    })

    test('an import that comes again by the old number means the merged child', async () => {
      const row = { first_name: 'Isaac', last_name: 'Newman', source_id: { source: 'Person ID', id: '4711' } }
      const imported = { file_name: 'people.csv', rows: [{ ...row, choice: { beside: [] } }] }
      await server.ask('POST /attendees/imports', { body: { request_id: crypto.randomUUID(), ...imported } })
      const { results } = (await server.ask('GET /attendees', { query: { search: 'Newman' } })) as {
        results: { id: number }[]
      }
      const kept = await add({ first_name: 'Zac', last_name: 'Newmann' })
      await merge(kept, results[0]?.id ?? 0)
      const again = await server.ask('POST /attendees/imports/preview', {
        body: { rows: [{ ...row, notes: 'Plays the drums' }] },
      })
      expect(again).toMatchObject([{ kind: 'changed', known: [{ id: kept }] }])
    })

    test('an import is undone without the entry that is another one now', async () => {
      const request_id = crypto.randomUUID()
      const rows = [{ first_name: 'Obed', last_name: 'Imported', choice: { beside: [] } }]
      const body = { request_id, file_name: 'people.csv', rows }
      const { id: import_id } = await server.ask('POST /attendees/imports', { body })
      const { results } = (await server.ask('GET /attendees', { query: { search: 'Imported' } })) as {
        results: { id: number }[]
      }
      const merged = results[0]?.id ?? 0
      const kept = await add({ first_name: 'Obed', last_name: 'Ruth' })
      await merge(kept, merged)
      const undone = await server.ask('POST /attendees/imports/undo', { body: { import_id } })
      expect(undone).toMatchObject({ removed: 0, kept: [{ id: kept }] })
    })
  })

  test('an import of marks takes back those that moved, and not one that stands for two', async () => {
    const [kept, merged] = [await add(), await add()]
    const [moved, both] = [await plannedOn(sunday(), 'Owls'), await plannedOn(sunday(), 'Larks')]
    const imported = {
      ...{ request_id: crypto.randomUUID(), at: server.clock.now(), imported_by: '', imported_by_name: '' },
      ...{ file_name: '', added: 2, changed: 0, refused: '[]', undone: null, removed: 0, restored: 0 },
    }
    const { id: import_id } = await database.sql
      .insertInto('attendee_import')
      .values({ ...imported, of: 'attendance' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await mark(both.id, kept, 'present')
    for (const class_id of [moved.id, both.id]) {
      const { saved } = await mark(class_id, merged, 'present')
      const row = {
        import_id,
        class_id,
        attendee_id: merged,
        former: null,
        version: saved[0]?.mark.version ?? 0,
      }
      await database.sql.insertInto('attendance_import_row').values(row).execute()
    }
    await remark(both.id, kept, 'Came early')
    await merge(kept, merged)
    const undone = await server.ask('POST /attendees/imports/undo', { body: { import_id } })
    expect(undone).toMatchObject({ removed: 1, kept: [] })
    expect(await recordsOf(moved.id)).toEqual([])
    expect(await recordsOf(both.id)).toEqual([`${kept} present Came early`])
  })

  describe('two marks', () => {
    test('in one class, that differ, are for a person to decide; the comments of both stay', async () => {
      const [kept, merged] = [await add(), await add()]
      const { id } = await plannedOn(sunday(), 'Owls')
      await mark(id, kept, 'absent')
      await mark(id, merged, 'present')
      await remark(id, kept, 'Not seen')
      await remark(id, merged, 'With grandma')
      const { seen, clashes } = await compare(kept, merged)
      expect(clashes).toMatchObject([
        {
          deleted: false,
          marks: [
            { attendee_id: kept, class_title: 'Owls', state: 'absent', comment: 'Not seen' },
            { attendee_id: merged, class_title: 'Owls', state: 'present', comment: 'With grandma' },
          ],
        },
      ])
      expect(clashes[0]?.marks[0]?.changed_by).toBe('ada@vestry.test')
      const ids = clashes.flatMap(({ marks }) => marks.map((one) => one.id))
      for (const stands of [[], ids, [4711]]) {
        expect(await tryMerge(kept, merged, { seen, stands })).toMatchObject({
          status: 409,
          body: { error: 'changed_meanwhile' },
        })
      }
      await merge(kept, merged, { seen, stands: ids.slice(1) })
      expect(await recordsOf(id)).toEqual([`${kept} present With grandma\nNot seen`])
    })

    test('that say the same, or of which one says nothing, are one without a question', async () => {
      const [kept, merged] = [await add(), await add()]
      const [same, none] = [await plannedOn(sunday(), 'Owls'), await plannedOn(sunday(), 'Owls')]
      await mark(same.id, kept, 'present')
      await mark(same.id, merged, 'present')
      const { saved } = await mark(none.id, kept, 'absent')
      await mark(none.id, kept, 'not_recorded', saved[0]?.mark.version)
      await mark(none.id, merged, 'present')
      const { clashes, attendance } = await compare(kept, merged)
      expect([clashes, attendance]).toEqual([[], 2])
      await merge(kept, merged)
      expect(await recordsOf(same.id)).toEqual([`${kept} present`])
      expect(await recordsOf(none.id)).toEqual([`${kept} present`])
    })

    test('in two classes at one time are for a person to decide, and the comparison names both', async () => {
      const [kept, merged] = [await add(), await add()]
      const time = sunday()
      const [one, other] = [await plannedOn(time, 'Owls'), await plannedOn(time, 'Larks')]
      await mark(one.id, kept, 'present')
      await mark(other.id, merged, 'present')
      const { clashes } = await compare(kept, merged)
      expect(clashes).toMatchObject([
        { session_datetime: time, marks: [{ class_title: 'Owls' }, { class_title: 'Larks' }] },
      ])
      expect((await tryMerge(kept, merged)).status).toBe(409)
      await merge(kept, merged, { stands: [clashes[0]?.marks[1]?.id ?? 0] })
      expect(await recordsOf(one.id)).toEqual([])
      expect(await recordsOf(other.id)).toEqual([`${kept} present`])
      await undo(merged)
      expect(await recordsOf(one.id)).toEqual([`${kept} present`])
      expect(await recordsOf(other.id)).toEqual([`${merged} present`])
    })

    test('in a class that lies in the trash are decided too, and come back with it', async () => {
      const [kept, merged] = [await add(), await add()]
      const { id, series_id } = await plannedOn(sunday(), 'Owls')
      await enrolAll(server, series_id, [kept, merged])
      await mark(id, kept, 'absent')
      await mark(id, merged, 'present')
      await server.ask('DELETE /classes', { query: { class_id: id, records: 2 } })
      const { clashes } = await compare(kept, merged)
      expect(clashes).toMatchObject([{ deleted: true, marks: [{ class_title: 'Owls' }, {}] }])
      await merge(kept, merged, { stands: [clashes[0]?.marks[1]?.id ?? 0] })
      await server.ask('POST /trash/restore', { body: { record: `class/${id}` } })
      expect(await recordsOf(id)).toEqual([`${kept} present`])
      expect(await rosterOf(series_id)).toEqual([kept])
      expect((await undo(merged)).status).toBe(200)
      expect((await recordsOf(id)).sort()).toEqual([`${kept} absent`, `${merged} present`])
      expect(await rosterOf(series_id)).toEqual([kept, merged])
    })
  })

  describe('what changed since the comparison', () => {
    test('a changed entry refuses the merge, whichever of the two it is', async () => {
      const [kept, merged] = [await add(), await add()]
      for (const id of [kept, merged]) {
        const { seen } = await compare(kept, merged)
        await server.ask('PUT /attendees', { body: { ...ANA, id, notes: `Changed ${id}` } })
        expect(await tryMerge(kept, merged, { seen })).toMatchObject({
          status: 409,
          body: { error: 'changed_meanwhile', message: /Look at them again/ },
        })
      }
      const { seen } = await compare(merged, kept)
      await merge(kept, merged, { seen })
    })

    test('a mark made since that needs a decision refuses it too', async () => {
      const [kept, merged] = [await add(), await add()]
      const { id } = await plannedOn(sunday(), 'Owls')
      await mark(id, kept, 'absent')
      const { seen } = await compare(kept, merged)
      await mark(id, merged, 'present')
      expect((await tryMerge(kept, merged, { seen })).status).toBe(409)
    })

    test('of two people who merge at once the second is told, and a repeated call is answered as the first time', async () => {
      const [kept, merged] = [await add(), await add()]
      const { seen } = await compare(kept, merged)
      const { token } = await addTeacher(server, 'Officers')
      const body = { kept, merged, seen }
      const other = { kept: merged, merged: kept, seen }
      const answers = await Promise.all([
        server.tryCall('POST /attendees/merge', { body }),
        server.tryCall('POST /attendees/merge', { body: other, token }),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
      const refused = answers.find(({ status }) => status === 404)
      expect(refused?.body).toMatchObject({ message: /was merged with another entry/ })
      const [first] = answers
      const again = await server.tryCall('POST /attendees/merge', { body })
      expect(again.status).toBe(first?.status)
    })

    test('an entry is not merged with itself, nor with one that is not there', async () => {
      const id = await add()
      const query = { attendee_id: id, other_id: id }
      expect((await server.tryCall('GET /attendees/merge', { query })).status).toBe(400)
      expect(
        (await server.tryCall('GET /attendees/merge', { query: { ...query, other_id: 4711999 } })).status,
      ).toBe(404)
      expect((await tryMerge(id, id, { seen: '' })).status).toBe(400)
      expect((await tryMerge(id, 4711999, { seen: '' })).status).toBe(404)
    })
  })

  test.each([
    ['arranges no classes', ['children', 'allChildren', 'delete']],
    ['sees children’s names alone', ['children', 'arrange', 'delete']],
    ['changes no children', ['allChildren', 'arrange', 'delete']],
  ] as const)('who %s neither merges nor sees what others have merged', async (_who, rights) => {
    const group = `Group ${rights.join(' ')}`.replaceAll(' ', '-')
    const { token } = await addTeacher(server, group)
    await server.ask('PUT /settings/rights', { body: { group, rights: [...rights] } })
    const [kept, merged] = [await add(), await add()]
    const query = { attendee_id: kept, other_id: merged }
    const { seen } = await compare(kept, merged)
    for (const answer of [
      await server.tryCall('GET /attendees/duplicates', { token }),
      await server.tryCall('GET /attendees/merge', { query, token }),
      await server.tryCall('GET /attendees/merges', { query: { attendee_id: kept }, token }),
      await server.tryCall('POST /attendees/merge', { body: { kept, merged, seen }, token }),
    ]) {
      expect(answer.status).toBe(403)
    }
    await merge(kept, merged)
    const body = { record: `merge/${merged}` }
    expect((await server.tryCall('POST /trash/restore', { body, token })).status).toBe(403)
    const listed = await server.tryCall('GET /trash', { token })
    expect(JSON.stringify(listed.body)).not.toContain('merge/')
  })

  test('the possible duplicates follow the list', async () => {
    const pairs = async () => {
      const { pairs } = await server.ask('GET /attendees/duplicates')
      return pairs.map(({ children, why }) => [...children.map(({ id }) => id), why].join(' '))
    }
    const [one, other] = [
      await add({ first_name: 'Bartholomew', last_name: 'Aaaron', birthdate: '2011-11-11' }),
      await add({ first_name: 'Bartolomew', last_name: 'Aaaron', birthdate: '2011-11-11' }),
    ]
    expect(await pairs()).toContain(`${one} ${other} birthdate`)
    await merge(one, other)
    expect((await pairs()).join()).not.toContain(`${one} `)
  })
})
