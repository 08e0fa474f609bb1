import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../database/open-database.ts'
import type { Tables } from '../../database/tables.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { openTestDatabase } from '../../testing/open-test-database.ts'
import { picker } from '../../testing/picker.ts'

const CLASSES = 12
const CHILDREN = 20
const WRITES = 10_000

eachDatabase((kind) => {
  let database: Database
  let release: () => Promise<void>

  beforeAll(async () => {
    ;({ database, release } = await openTestDatabase(kind))
  })
  afterAll(() => release())

  const session = (id: number) => ({
    id,
    series_id: 1,
    title: 'Lambs',
    search_key: 'lambs',
    session_datetime: `2026-01-${String(id).padStart(2, '0')}T10:30:00`,
    room: '',
    notes: '',
    cancelled: 0,
    version: 1,
    roll_version: 0,
  })

  test(`the tally of each class is what a recount says, after ${WRITES} random writes`, async () => {
    const pick = picker(7)
    await database.sql.transaction().execute(async (db) => {
      await db.insertInto('class_series').values({ id: 1, title: 'Lambs', roster_version: 0 }).execute()
      for (let id = 1; id <= CLASSES; id += 1) {
        await db.insertInto('class_session').values(session(id)).execute()
      }
      for (let id = 1; id <= CHILDREN; id += 1) {
        await db.insertInto('attendee').values(child(id)).execute()
      }
      for (let write = 0; write < WRITES; write += 1) {
        await change(db, pick)
        if (write % 500 === 0) {
          expect(await tallies(db)).toEqual(await recount(db))
        }
      }
      const last = await tallies(db)
      expect(last).toEqual(await recount(db))
      expect(last.length).toBeGreaterThan(CLASSES / 2)
    })
  })

  const child = (id: number) => ({
    id,
    first_name: 'Ada',
    last_name: 'Abbot',
    birthdate: '',
    parent_contact: '',
    notes: '',
    is_member: 0,
    version: 1,
    first_key: 'ada',
    last_key: 'abbot',
    search_key: 'ada abbot',
  })

  /**
   * A record is written, marked differently or removed; now and then a child or a class goes, and comes back without
   * records.
   */
  async function change(db: Kysely<Tables>, pick: (below: number) => number) {
    const class_id = 1 + pick(CLASSES)
    const attendee_id = 1 + pick(CHILDREN)
    const marks = { attended: pick(2), marked: pick(2) }
    const kindOfChange = pick(100)
    const one = db
      .selectFrom('attendance')
      .where('class_id', '=', class_id)
      .where('attendee_id', '=', attendee_id)
    if (kindOfChange === 0) {
      await db.deleteFrom('class_session').where('id', '=', class_id).execute()
      await db.insertInto('class_session').values(session(class_id)).execute()
    } else if (kindOfChange === 1) {
      await db.deleteFrom('attendee').where('id', '=', attendee_id).execute()
      await db.insertInto('attendee').values(child(attendee_id)).execute()
    } else if ((await one.select('id').executeTakeFirst()) === undefined) {
      await db
        .insertInto('attendance')
        .values({
          class_id,
          session_datetime: session(class_id).session_datetime,
          attendee_id,
          ...marks,
          comment: '',
          version: 1,
          changed: 0,
          changed_by: '',
        })
        .execute()
    } else if (kindOfChange < 20) {
      await db
        .deleteFrom('attendance')
        .where('class_id', '=', class_id)
        .where('attendee_id', '=', attendee_id)
        .execute()
    } else {
      await db
        .updateTable('attendance')
        .set(marks)
        .where('class_id', '=', class_id)
        .where('attendee_id', '=', attendee_id)
        .execute()
    }
  }

  const tallies = (db: Kysely<Tables>) =>
    db
      .selectFrom('class_tally')
      .selectAll()
      .where(sql<boolean>`present + absent > 0`)
      .orderBy('class_id')
      .execute()

  const recount = (db: Kysely<Tables>) =>
    db
      .selectFrom('attendance')
      .select([
        'class_id',
        sql<number>`sum(attended)`.as('present'),
        sql<number>`sum(1 - attended)`.as('absent'),
      ])
      .where('marked', '=', 1)
      .groupBy('class_id')
      .orderBy('class_id')
      .execute()
})
