import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAuditLog } from '../audit/audit-log.ts'
import { examineDatabase } from '../database/examine-database.ts'
import { createLeases } from '../database/leases.ts'
import { type Database, openDatabase } from '../database/open-database.ts'
import { openSnapshot } from '../database/open-snapshot.ts'
import { addChildren, plan, sessionsOf } from '../testing/build-class.ts'
import { eachDatabase } from '../testing/each-database.ts'
import { type FilledChurch, fillChurch } from '../testing/fill-church.ts'
import { picker } from '../testing/picker.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { createTrash, KEPT } from './create-trash.ts'
import { TRASHED_TABLES } from './trash-content.ts'

// Children, classes and sermons are deleted, restored and deleted for good in any order. In the end everything that was
// not deleted for good is as it was: every column of every row of every table, except counters and records of changes.

/** Tables and columns that record the changes themselves. */
const CHANGES = ['audit_event', 'discarded_object', 'lease', 'lock_scope']
const COUNTERS = ['roll_version', 'roster_version']
/** The column by which rows belong to a row of each of these tables. */
const OWNERS = {
  preaching_item: 'item_id',
  attendee: 'attendee_id',
  class_session: 'class_id',
  class_series: 'series_id',
} as const
type Owner = keyof typeof OWNERS
const OWNER_TABLES = Object.keys(OWNERS) as Owner[]

type Row = Record<string, unknown>
type Rows = Record<string, Row[]> & Record<Owner, Row[]>
/** What one call deleted. */
type Deletion = { record: string; records: string[] }

/** The row of the owner that this row is, or to which it belongs. */
function idOf(owner: Owner, name: string, row: Row) {
  if (name === owner) {
    return row.id
  }
  // A sermon's series is not a series of classes.
  return name === 'preaching_item' ? undefined : row[OWNERS[owner]]
}

/** These only name a child or a class, and stay when it is deleted: what a phone did may be settled once it is restored. */
const STAYING = ['attendance_claim', 'attendance_operation', 'open_roll']

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

  async function readRows(): Promise<Rows> {
    const snapshot = await openSnapshot(server.config)
    const all: Record<string, Row[]> = {}
    for (const table of snapshot.tables.filter(({ name }) => !CHANGES.includes(name))) {
      const rows: Row[] = []
      for await (const page of snapshot.pages(table)) {
        const named = page.map((row) => table.columns.map((column, at) => [column, row[at]] as const))
        rows.push(
          ...named.map((row) => Object.fromEntries(row.filter(([column]) => !COUNTERS.includes(column)))),
        )
      }
      all[table.name] = rows
    }
    await snapshot.close()
    for (const family of all.family ?? []) {
      // It counts how often children left it and came back.
      family.version = 0
    }
    return all as Rows
  }

  test('the church has a row in every table that belongs to a child, a class or a sermon', async () => {
    const { children, classes, sermons } = await fillChurch(server, database, picker(3))
    const rows = await readRows()
    const all = [
      ...children.map((id) => `attendee/${id}`),
      ...classes.map(({ id }) => `class/${id}`),
      ...sermons.map((uuid) => `item/${uuid}`),
    ]
    const others = without(rows, new Set(all))
    const snapshot = await openSnapshot(server.config)
    await snapshot.close()
    const belong = snapshot.tables.filter(
      ({ name, columns }) =>
        TRASHED_TABLES.some((table) => table === name) ||
        (!STAYING.includes(name) && Object.values(OWNERS).some((column) => columns.includes(column))),
    )
    const empty = belong.filter(({ name }) => others[name]?.length === rows[name]?.length)
    expect(empty.map(({ name }) => name)).toEqual([])
  })

  function deleteOf(church: FilledChurch, pick: (below: number) => number) {
    const { children, classes, sermons } = church
    return async (): Promise<Deletion | undefined> => {
      const choice = pick(10)
      if (choice < 4) {
        const id = children[pick(children.length)] ?? 0
        const { status } = await server.tryCall('DELETE /attendees', { query: { attendee_id: id } })
        return status === 200 ? { record: `attendee/${id}`, records: [`attendee/${id}`] } : undefined
      }
      if (choice < 8) {
        const { id = 0, series_id = 0 } = classes[pick(classes.length)] ?? {}
        const scope = pick(3) === 0 ? 'following' : 'one'
        const found = await server.tryCall('GET /classes/item', { query: { class_id: id } })
        if (found.status !== 200) {
          return undefined
        }
        const all = await sessionsOf(server, series_id)
        const at = all.findIndex((session) => session.id === id)
        const gone = scope === 'one' ? [id] : all.slice(at).map((session) => session.id)
        const records = all
          .filter((session) => gone.includes(session.id))
          .reduce((sum, { attendance_count = 0 }) => sum + attendance_count, 0)
        await server.ask('DELETE /classes', { query: { class_id: id, scope, records } })
        return { record: `class/${id}`, records: gone.map((each) => `class/${each}`) }
      }
      const uuid = sermons[pick(sermons.length)] ?? ''
      const { status } = await server.tryCall('DELETE /preachingManagement', { query: { uuid } })
      return status === 200 ? { record: `item/${uuid}`, records: [`item/${uuid}`] } : undefined
    }
  }

  /** The rows without those of these records. */
  function without(rows: Rows, purged: ReadonlySet<string>): Rows {
    const sessions = rows.class_session.filter(({ id }) => !purged.has(`class/${id}`))
    const had = new Set(rows.class_session.map(({ series_id }) => series_id))
    const left = new Set(sessions.map(({ series_id }) => series_id))
    const isGone: Record<Owner, (row: Row) => boolean> = {
      preaching_item: ({ uuid }) => purged.has(`item/${uuid}`),
      attendee: ({ id }) => purged.has(`attendee/${id}`),
      class_session: ({ id }) => purged.has(`class/${id}`),
      class_series: ({ id }) => had.has(id) && !left.has(id),
    }
    const gone = OWNER_TABLES.map((owner) => ({
      owner,
      ids: new Set(rows[owner].filter(isGone[owner]).map(({ id }) => id)),
    }))
    const stays = (name: string, row: Row) => gone.every(({ owner, ids }) => !ids.has(idOf(owner, name, row)))
    const others = Object.fromEntries(
      Object.entries(rows).map(([name, all]) => [name, all.filter((row) => stays(name, row))]),
    ) as Rows
    return withoutEmptyFamilies(rows, others)
  }

  /** A family whose last child is gone for good goes with its adults. */
  function withoutEmptyFamilies(rows: Rows, others: Rows): Rows {
    const idsOf = ({ family_child = [] }: Rows) => new Set(family_child.map(({ family_id }) => family_id))
    const [had, has] = [idsOf(rows), idsOf(others)]
    const isThere = (id: unknown) => !had.has(id) || has.has(id)
    return {
      ...others,
      family: (others.family ?? []).filter(({ id }) => isThere(id)),
      adult: (others.adult ?? []).filter(({ family_id }) => isThere(family_id)),
    }
  }

  /**
   * On a connection of its own, since on an older one SQLite's check trusts what that connection remembers of the
   * search indexes.
   */
  async function examine(): Promise<string[]> {
    const fresh = await openDatabase(server.config)
    try {
      return await examineDatabase(fresh)
    } finally {
      await fresh.close()
    }
  }

  const restore = (record: string) => server.ask('POST /trash/restore', { body: { record } })

  test.each([11, 12, 13, 14, 15, 16, 17, 18])('history %i leaves everything as it was', async (seed) => {
    const pick = picker(seed)
    const church = await fillChurch(server, database, pick)
    const before = await readRows()
    const remove = deleteOf(church, pick)
    const purged = new Set<string>()
    let trash: Deletion[] = []
    for (let step = 0; step < 24; step += 1) {
      const chosen = trash[pick(Math.max(trash.length, 1))]
      const choice = pick(10)
      if (chosen && choice < 3) {
        await restore(chosen.records[pick(chosen.records.length)] ?? '')
        trash = trash.filter((deletion) => deletion !== chosen)
      } else if (chosen && choice === 3 && seed % 2 === 0) {
        await server.ask('DELETE /trash', { query: { record: chosen.record } })
        for (const record of chosen.records) {
          purged.add(record)
        }
        trash = trash.filter((deletion) => deletion !== chosen)
      } else {
        const deletion = await remove()
        trash = deletion ? [...trash, deletion] : trash
      }
    }
    while (trash.length > 0) {
      const [chosen] = trash.splice(pick(trash.length), 1)
      await restore(chosen?.record ?? '')
    }
    expect(await readRows()).toEqual(without(before, purged))
    expect(await examine()).toEqual([])
  })

  test('of many who delete and restore the same things at once each is told the truth, and all of it comes back', async () => {
    const { children, classes, sermons } = await fillChurch(server, database, picker(5))
    const before = await readRows()
    const [child = 0] = children
    const records = [`attendee/${child}`, `item/${sermons[0]}`, `class/${classes[0]?.id}`]
    const act = async () => {
      const answers = await Promise.all([
        server.tryCall('DELETE /attendees', { query: { attendee_id: child } }),
        server.tryCall('DELETE /preachingManagement', { query: { uuid: sermons[0] } }),
        ...records.map((record) => server.tryCall('POST /trash/restore', { body: { record } })),
      ])
      return answers.map(({ status }) => status)
    }
    const statuses = (await Promise.all(Array.from({ length: 6 }, act))).flat()
    expect(statuses.filter((status) => status !== 200 && status !== 404)).toEqual([])
    for (const record of records) {
      await restore(record)
    }
    expect(await readRows()).toEqual(before)
  })

  test('what was deleted before an upgrade, and waits together with what was deleted after it, is restored', async () => {
    const { id, series_id } = await plan(server, { repeat: { every: 1, weekdays: ['SU'], times: 2 } })
    await server.ask('DELETE /classes', { query: { class_id: id, scope: 'following' } })
    const record = `class/${id}`
    const kept = database.sql.selectFrom('trash').select('content').where('record', '=', record)
    const content = JSON.parse((await kept.executeTakeFirstOrThrow()).content)
    const [first] = content.rows.class_session
    for (const column of ['end_time', 'removed_marks']) {
      delete first[column]
    }
    await database.sql
      .updateTable('trash')
      .set({ content: JSON.stringify(content) })
      .where('record', '=', record)
      .execute()
    await server.ask('POST /trash/restore', { body: { record } })
    const sessions = database.sql.selectFrom('class_session').select('id').where('series_id', '=', series_id)
    expect(await sessions.execute()).toHaveLength(2)
  })

  test('what is restored and deleted again while old deletions are purged is kept as long as any', async () => {
    const [first = 0, again = 0] = await addChildren(server, 2)
    for (const attendee_id of [first, again]) {
      await server.ask('DELETE /attendees', { query: { attendee_id } })
      server.clock.advance(1)
    }
    const clock = { now: () => server.clock.now() + KEPT }
    const auditLog = createAuditLog(database, clock)
    const trash = createTrash({
      ...{ database, clock, leases: createLeases(database, clock) },
      ...{ timeZone: () => server.config.timeZone, removeObject: async () => undefined },
      auditLog: {
        ...auditLog,
        /** While the first deletion is being purged, the other record is deleted again. */
        async recordChange(db, change) {
          await db
            .updateTable('trash')
            .set({ deleted: clock.now() })
            .where('record', '=', `attendee/${again}`)
            .execute()
          await auditLog.recordChange(db, change)
        },
      },
    })
    await trash.sweep()
    const { results } = await server.ask('GET /trash')
    expect(results.map(({ record }) => record)).toEqual([`attendee/${again}`])
    await restore(`attendee/${again}`)
  })

  test('classes whose series was taken away from under them come back in one', async () => {
    const { id, series_id, content } = await plan(server, {
      repeat: { every: 1, weekdays: ['SU'], times: 2 },
    })
    await server.ask('DELETE /classes', { query: { class_id: id } })
    await server.ask('DELETE /classes', { query: { class_id: id + 1 } })
    // The state in which undoing an import once left it.
    await database.sql.deleteFrom('trash_record').where('record', '=', `series/${series_id}`).execute()
    const entry = database.sql
      .selectFrom('trash')
      .select('content')
      .where('record', '=', `class/${id + 1}`)
    const { rows, needs } = JSON.parse((await entry.executeTakeFirstOrThrow()).content)
    const { class_series, roster, roster_past, ...others } = rows
    expect(class_series).toMatchObject([{ id: series_id, title: content.title }])
    await database.sql
      .updateTable('trash')
      .set({ content: JSON.stringify({ rows: others, needs }) })
      .where('record', '=', `class/${id + 1}`)
      .execute()
    await restore(`class/${id}`)
    await restore(`class/${id + 1}`)
    for (const class_id of [id, id + 1]) {
      expect(await server.ask('GET /classes/item', { query: { class_id } })).toMatchObject({ series_id })
    }
    expect(await examine()).toEqual([])
  })

  test('one that can not be deleted for good keeps no other one', async () => {
    const records: string[] = []
    for (const id of await addChildren(server, 2)) {
      await server.ask('DELETE /attendees', { query: { attendee_id: id } })
      records.push(`attendee/${id}`)
      server.clock.advance(1000)
    }
    const [damaged = ''] = records
    await database.sql.updateTable('trash').set({ content: '{' }).where('record', '=', damaged).execute()
    const clock = { now: () => server.clock.now() + KEPT }
    const trash = createTrash({
      ...{
        database,
        clock,
        leases: createLeases(database, clock),
        auditLog: createAuditLog(database, clock),
      },
      ...{ timeZone: () => server.config.timeZone, removeObject: async () => undefined },
    })
    await expect(trash.sweep()).rejects.toThrow(SyntaxError)
    const left = database.sql.selectFrom('trash').select('record').where('record', 'in', records)
    expect(await left.execute()).toEqual([{ record: damaged }])
  })
})
