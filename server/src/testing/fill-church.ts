import type { Database } from '../database/open-database.ts'
import { addChildren, addTeacher, plan, sessionsOf } from './build-class.ts'
import { buildPhoto } from './build-photo.ts'
import { publish } from './build-sermon.ts'
import { addFamily } from './family-contract.ts'
import type { TestServer } from './start-test-server.ts'

const SUNDAYS = ['2026-03-01', '2026-03-08', '2026-03-15', '2026-03-22']

export type FilledChurch = Awaited<ReturnType<typeof fillChurch>>

/**
 * Four children, three series of four classes of which two are at the same time, and two sermons, with a row in every
 * table of what belongs to a child, a class or a sermon.
 */
export async function fillChurch(server: TestServer, database: Database, pick: (below: number) => number) {
  const children = await addChildren(server, 4)
  const teacher = await addTeacher(server)
  const series: number[] = []
  const classes: { id: number; series_id: number }[] = []
  for (const time of ['09:00:00', '10:30:00', '10:30:00']) {
    const { series_id } = await plan(server, {
      session_datetime: `${SUNDAYS[0]}T${time}`,
      teachers: series.length > 0 && pick(2) === 0 ? [] : [teacher.sub],
      repeat: { every: 1, weekdays: ['SU'], times: SUNDAYS.length },
    })
    series.push(series_id)
    const attendee_ids = children.filter((_child, at) => at === 0 || pick(3) > 0)
    await server.ask('POST /classes/roster', { body: { series_id, attendee_ids } })
    for (const session of await sessionsOf(server, series_id)) {
      classes.push({ id: session.id, series_id })
      const counted = { class_id: session.id, helpers: 1 + pick(3), seen: 0 }
      await server.ask('PUT /attendance/helpers', { body: counted })
      for (const attendee_id of children.filter(() => pick(2) === 0)) {
        // A child that is in the other class at this time is left out of this one.
        const body = { class_id: session.id, attendee_id, attended: pick(2) === 0 }
        await server.tryCall('POST /attendance', { body })
      }
    }
  }
  for (const child of children) {
    await fillChild(server, database, child)
  }
  await fillFamilies(server, children)
  await fillDoor(database, { children, classes: classes.map(({ id }) => id) })
  await fillClasses(database, { children, series, classes: classes.map(({ id }) => id) })
  const sermons = [await fillSermon(server, database), await fillSermon(server, database)]
  return { children, classes, sermons }
}

async function fillChild(server: TestServer, { sql }: Database, attendee_id: number) {
  await server.ask('PUT /attendees/photo', { body: { attendee_id, ...buildPhoto(`Child ${attendee_id}`) } })
  const away = { attendee_id, from_day: '2026-03-08', until_day: '2026-03-15', reason: 'Holidays' }
  await server.ask('POST /attendees/absences', { body: away })
  const asked = { request_id: crypto.randomUUID(), seen: 0, outcome: 'reached', note: 'Back soon' } as const
  const body = { ...asked, attendee_id, assigned_to: '', due_day: '', until_day: '' }
  await server.ask('POST /follow-up', { body })
  const source = { attendee_id, source: 'Person ID', source_id: `p${attendee_id}`, import_id: null }
  await sql.insertInto('attendee_source').values(source).execute()
}

/** Three families, of which two share a child; each first child must not be collected by the adult. */
async function fillFamilies(server: TestServer, [first = 0, second = 0, third = 0, fourth = 0]: number[]) {
  for (const children of [[first, second], [second, third], [fourth]]) {
    const { child, adult } = await addFamily(server, { children })
    const bars = [{ adult_id: adult, reason: 'By order of the court' }]
    const { version } = await server.ask('GET /families/child', { query: { attendee_id: child } })
    await server.ask('PUT /families/safeguarding', {
      body: { attendee_id: child, version, need_detail: 'The pen is in the bag.', bars },
    })
  }
}

/** Each child was at the door once, and somebody was stopped there. */
async function fillDoor(
  { sql }: Database,
  { children, classes }: { children: number[]; classes: number[] },
): Promise<void> {
  for (const attendee_id of children) {
    const [day, code_of] = [SUNDAYS[0] ?? '', `child/${attendee_id}`]
    const code = `C${String(attendee_id).padStart(3, 'K')}`
    await sql.insertInto('door_code').values({ day, code, code_of }).execute()
    await sql.insertInto('door_number').values({ day, number: attendee_id, code_of }).execute()
    const { id: stay_id } = await sql
      .insertInto('stay')
      .values({
        ...{ request_id: crypto.randomUUID(), attendee_id, day, in_class: classes[0] ?? 0, code_of },
        ...{
          arrived_at: 1,
          arrived_by: 'Ada',
          brought_by: 'Ana',
          reason: '',
          mark_version: 1,
          record_made: 0,
        },
        ...{ gone_at: 2, gone_by: 'Ada', gone_to: 'Ana', gone_way: 'code' },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql
      .insertInto('door_call')
      .values({
        ...{ request_id: crypto.randomUUID(), stay_id, attendee_id, at: 1, called_by: 'Ada', way: 'text' },
        ...{ reason: 'wanted', adult_id: 1, adult: 'Ana', state: 'sent', failure: '' },
      })
      .execute()
    await sql
      .insertInto('door_alert')
      .values({ attendee_id, at: 1, adult: 'Ana', stopped_by: 'Ada' })
      .execute()
  }
}

/** The rows that imports and the erasing of children leave. */
async function fillClasses(
  { sql }: Database,
  { children, series, classes }: { children: number[]; series: number[]; classes: number[] },
) {
  const { id: import_id } = await sql
    .insertInto('attendee_import')
    .values({
      ...{ request_id: crypto.randomUUID(), at: 1, imported_by: '', imported_by_name: '', file_name: '' },
      ...{ added: 0, changed: 0, refused: '[]', undone: null, removed: 0, restored: 0 },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const came = children.map((attendee_id) => ({ import_id, attendee_id, former: null, version: 1 }))
  await sql.insertInto('attendee_import_row').values(came).execute()
  const marks = classes.flatMap((class_id) => came.map((row) => ({ ...row, class_id })))
  await sql.insertInto('attendance_import_row').values(marks).execute()
  const added = classes.map((class_id) => ({ import_id, class_id }))
  await sql.insertInto('attendance_import_class').values(added).execute()
  const former = series.flatMap((series_id) =>
    children.map((attendee_id) => ({ series_id, attendee_id, since: '2025-01-05', until: '2025-06-01' })),
  )
  await sql.insertInto('roster_past').values(former).execute()
  const counts = { expected_present: 0, expected_absent: 0, expected_away: 0, expected_not_recorded: 0 }
  const erased = classes.map((class_id) => ({ class_id, records: 1, present: 1, absent: 0, ...counts }))
  await sql.insertInto('erased_tally').values(erased).execute()
}

async function fillSermon(server: TestServer, { sql }: Database): Promise<string> {
  const name = crypto.randomUUID()
  const presenter = await server.ask('POST /preachers', { body: { presenterName: name } })
  const topic = await server.ask('POST /topics', { body: { topic: name } })
  const { uuid } = await publish(server, {
    topics: [topic.id],
    speakers: [{ preacher_id: presenter.id, part: 'Reading' }],
    passages: 'Rom 8:28-30',
    attachments: [{ path: `preaching/2026/${name}.pdf`, title: 'Notes' }],
    transcript: 'Grace and peace.',
  })
  const find = sql.selectFrom('preaching_item').select('id').where('uuid', '=', uuid)
  const { id: item_id } = await find.executeTakeFirstOrThrow()
  await sql.insertInto('download_day').values({ item_id, day: '2026-05-03', downloads: 7 }).execute()
  return uuid
}
