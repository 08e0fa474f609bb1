import { personKeys } from '@vestry/contract/text/person-keys.ts'
import { nameKey, searchKey } from '@vestry/contract/text/search-key.ts'
import type { Transaction } from 'kysely'
import { churchTime } from '../church-time.ts'
import type { Clock } from '../clock.ts'
import { inParts } from '../database/in-parts.ts'
import type { Database } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'
import { withWriteLock } from '../database/with-write-lock.ts'
import { type DemoRecord, demoRecords } from './demo-attendance.ts'
import { chance } from './demo-chance.ts'
import { DEMO_ROOMS, DEMO_TEACHERS, type DemoTeacher } from './demo-classes.ts'
import { drawFace } from './demo-faces.ts'
import { fillDemoFamilies } from './demo-families.ts'
import { type DemoPlan, planSundaySchool } from './demo-plan.ts'

/** The share of the children whose parents have agreed to a photo. */
const WITH_PHOTO = 0.85

export type SundaySchoolServer = {
  database: Database
  clock: Clock
  /** The church's time zone. */
  timeZone: string
  /** Lets somebody sign in, or finds the user who has that address already, and returns their `sub`. */
  ensureTeacher: (teacher: { email: string; name: string }) => Promise<string>
}

/**
 * Fills an empty Sunday school with four classes over two terms, one afternoon, their rooms, 80 children with their
 * families, and what was recorded of them until yesterday. Does nothing if there are children or classes already.
 */
export async function fillDemoSundaySchool(server: SundaySchoolServer): Promise<void> {
  const { sql } = server.database
  for (const table of ['attendee', 'class_series'] as const) {
    if (await sql.selectFrom(table).select('id').limit(1).executeTakeFirst()) {
      return
    }
  }
  const subs = new Map<DemoTeacher, string>()
  for (const teacher of DEMO_TEACHERS) {
    subs.set(teacher.email, await server.ensureTeacher(teacher))
  }
  const plan = planSundaySchool(churchTime(server.clock, server.timeZone).slice(0, 10))
  await withWriteLock(server.database, 'sunday_school', (change) => fill(change, plan, subs))
}

/** Whether one of the children was made by a demonstration. */
export async function isDemoSundaySchool({
  database,
  clock,
  timeZone,
}: SundaySchoolServer): Promise<boolean> {
  const { children } = planSundaySchool(churchTime(clock, timeZone).slice(0, 10))
  const ours = children.map(({ uuid }) => uuid)
  const one = database.sql.selectFrom('attendee').select('id').where('request_id', 'in', ours).limit(1)
  return (await one.executeTakeFirst()) !== undefined
}

async function fill(
  change: Transaction<Tables>,
  plan: DemoPlan,
  subs: ReadonlyMap<DemoTeacher, string>,
): Promise<void> {
  const subOf = (teacher: DemoTeacher) => found(subs, teacher)
  await change
    .insertInto('attendee')
    .values(
      plan.children.map(({ uuid, content }) => ({
        ...content,
        ...personKeys(content),
        birthdate: content.birthdate ?? '',
        request_id: uuid,
        version: 1,
        photo: hasPhoto(uuid) ? uuid : '',
      })),
    )
    .execute()
  const children = await idsByRequest(change, 'attendee')
  await change
    .insertInto('attendee_photo')
    .values(
      plan.children
        .filter(({ uuid }) => hasPhoto(uuid))
        .map(({ uuid }) => ({ attendee_id: found(children, uuid), ...drawFace(uuid) })),
    )
    .execute()
  await change
    .insertInto('class_series')
    .values(plan.series.map(({ uuid, title }) => ({ request_id: uuid, title, roster_version: 1 })))
    .execute()
  const series = await idsByRequest(change, 'class_series')
  const first = plan.sessions.map(({ session_datetime }) => session_datetime.slice(0, 10)).sort()[0] ?? ''
  await change
    .insertInto('roster')
    .values(
      plan.enrolled.map((one) => ({
        series_id: found(series, one.series),
        attendee_id: found(children, one.child),
        since: first,
      })),
    )
    .execute()
  await change
    .insertInto('class_session')
    .values(
      plan.sessions.map(({ series: of, title, session_datetime, end_time, room, notes, cancelled }) => ({
        series_id: found(series, of),
        title,
        search_key: searchKey(title),
        session_datetime,
        end_time,
        room,
        notes,
        cancelled: Number(cancelled),
        version: 1,
        roll_version: 1,
      })),
    )
    .execute()
  const rows = await change
    .selectFrom('class_session')
    .select(['id', 'series_id', 'session_datetime'])
    .execute()
  const sessions = new Map(rows.map((row) => [`${row.series_id} ${row.session_datetime}`, row.id]))
  const sessionOf = (one: { series: string; session_datetime: string }) =>
    found(sessions, `${found(series, one.series)} ${one.session_datetime}`)
  await change
    .insertInto('class_teacher')
    .values(
      plan.sessions.flatMap((session) =>
        session.teachers.map((teacher) => ({ class_id: sessionOf(session), sub: subOf(teacher) })),
      ),
    )
    .execute()
  const records = demoRecords(plan).map((record) => ({
    class_id: sessionOf(record.session),
    session_datetime: record.session.session_datetime,
    attendee_id: found(children, record.child),
    attended: Number(record.attended),
    marked: 1,
    comment: record.comment,
    version: 1,
    changed: Date.parse(`${record.session.session_datetime}Z`),
    changed_by: subOf(teacherOf(record)),
  }))
  await inParts(records, (part) => change.insertInto('attendance').values(part).execute())
  const byName = new Map(plan.children.map(({ uuid, content }) => [nameOf(content), uuid]))
  await fillDemoFamilies(change, plan.today, (first_name, last_name) => {
    const uuid = found(byName, nameOf({ first_name, last_name }))
    return { id: found(children, uuid), photo: hasPhoto(uuid) }
  })
  await change
    .insertInto('room')
    .values(
      DEMO_ROOMS.map((room) => ({
        ...{ ...room, name_key: nameKey(room.name), children_per_adult: 0, open: 1, version: 1 },
      })),
    )
    .execute()
  await change
    .insertInto('church_setting')
    .values((['families', 'rooms'] as const).map((name) => ({ name, value: JSON.stringify(true) })))
    .onConflict((set) => set.doNothing())
    .execute()
}

function nameOf({ first_name, last_name }: { first_name: string; last_name: string }): string {
  return `${first_name} ${last_name}`
}

function hasPhoto(uuid: string): boolean {
  return chance('photo', uuid) < WITH_PHOTO
}

function teacherOf({ session }: DemoRecord): DemoTeacher {
  return session.teachers[0] ?? DEMO_TEACHERS[0].email
}

async function idsByRequest(
  change: Transaction<Tables>,
  table: 'attendee' | 'class_series',
): Promise<Map<string, number>> {
  const rows = await change.selectFrom(table).select(['id', 'request_id']).execute()
  return new Map(rows.map(({ id, request_id }) => [request_id ?? '', id]))
}

function found<Key, Value>(known: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = known.get(key)
  if (value === undefined) {
    throw new Error(`The demonstration church does not know "${key}".`)
  }
  return value
}
