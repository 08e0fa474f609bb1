import { api } from '@vestry/contract/calls/api.ts'
import { EventStream, type Route } from '@vestry/contract/calls/route.ts'
import { GROUP_RIGHTS } from '@vestry/contract/rules/rights.ts'
import {
  ATTENDEE_FIELD_NAMES,
  ATTENDEE_FIELDS,
  ATTENDEE_READERS,
} from '@vestry/contract/sunday-school/attendee-record.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addTeacher, plan } from './build-class.ts'
import { buildPhoto } from './build-photo.ts'
import { COMPLETE } from './complete-calls.ts'
import { eachDatabase } from './each-database.ts'
import { enrolAll } from './hold-classes.ts'
import { createPhone } from './phone.ts'
import { startTestServer, type TestServer } from './start-test-server.ts'

const BORN = '2017-03-09'
const PHOTO = buildPhoto('Traceof')
const TRACES = ['traceof', BORN, PHOTO.small, PHOTO.large]

/** A child whose every field that is not for everybody contains that word. */
const hidden = Object.fromEntries(
  ATTENDEE_FIELD_NAMES.filter((name) => ATTENDEE_READERS[name] !== 'everybody').map((name) => {
    const { kind } = ATTENDEE_FIELDS[name]
    return [name, kind === 'day' ? BORN : kind === 'choice' ? 1 : `traceof${name}`]
  }),
)
const NAMES = [
  { first_name: 'Noah', last_name: 'García' },
  { first_name: 'Ana', last_name: 'Ruiz' },
  { first_name: 'Lost', last_name: 'Lamb' },
]
const RIGHTS = GROUP_RIGHTS.filter((right) => right !== 'allChildren')
const subsets = RIGHTS.reduce<(typeof RIGHTS)[]>(
  (sets, right) => sets.flatMap((set) => [set, [...set, right]]),
  [[]],
)
const questions = Object.values(api)
  .flatMap((feature) => Object.values(feature) as Route[])
  // A stream has no end; it tells revisions alone.
  .filter(({ method, answer }) => method === 'GET' && answer !== EventStream)
  .map(({ path }) => `GET ${path}`)

eachDatabase((database) => {
  let server: TestServer
  let ruth: Awaited<ReturnType<typeof addTeacher>>

  beforeAll(async () => {
    server = await startTestServer({ database })
    ruth = await addTeacher(server)
    for (const names of NAMES) {
      await server.ask('POST /attendees', {
        body: { ...names, ...hidden } as { first_name: string; last_name: string },
      })
    }
    const other = await plan(server, { session_datetime: '2026-02-01T10:30:00' })
    await enrolAll(server, other.series_id, [1, 2, 3])
    await server.ask('PUT /attendance/roll-call', {
      body: {
        class_id: other.id,
        marks: [1, 2, 3].map((attendee_id) => ({ attendee_id, state: 'present', seen: 0 })),
      },
    })
    const records = await server.ask('GET /attendance', { query: { class_id: other.id } })
    for (const { id } of records) {
      await server.ask('PUT /attendance', {
        body: { attendance_id: id, attended: true, comment: 'traceofcomment' },
      })
    }
    const phone = createPhone(server)
    await phone.send(
      phone.comment(other.id, 1, 'traceofcomment'),
      { ...phone.guest(other.id), session_datetime: '2026-02-01T09:00:00', parent_contact: 'traceofcontact' },
      {
        ...phone.absence(3),
        reason: 'traceofabsence',
        request_id: crypto.randomUUID(),
        attendee_id: undefined,
      },
    )
    for (const attendee_id of [1, 2]) {
      const days = { from_day: '2026-01-01', until_day: '2027-01-01' }
      await server.ask('POST /attendees/absences', {
        body: { attendee_id, ...days, reason: 'traceofreason' },
      })
      await server.ask('PUT /attendees/photo', { body: { attendee_id, ...PHOTO } })
    }
    await server.ask('DELETE /attendees', { query: { attendee_id: 3 } })
    await plan(server, { session_datetime: '2026-02-08T10:30:00', teachers: [ruth.sub] })
  })
  afterAll(() => server.destroy())

  async function askAsRuth(call: string) {
    const [method, path] = call.split(' ') as ['GET', string]
    const query = new URLSearchParams(COMPLETE[call] as Record<string, string>)
    const headers = { authorization: `Bearer ${ruth.token}` }
    const { payload } = await server.app.http.inject({ method, url: `/api${path}?${query}`, headers })
    return { call, text: payload }
  }

  test.each(subsets)(
    'who holds %s, and not all children, is told the names alone of children whom others teach',
    async (...rights) => {
      await server.ask('PUT /settings/rights', { body: { group: 'Teachers', rights } })
      const answers = await Promise.all(questions.map(askAsRuth))
      const told = answers.flatMap(({ call, text }) =>
        TRACES.filter((trace) => text.includes(trace)).map((trace) => `${call}: ${trace}`),
      )
      expect(told).toEqual([])
      expect(answers.filter(({ text }) => text.includes('García')).map(({ call }) => call)).toEqual(
        expect.arrayContaining(['GET /attendees', 'GET /attendees/profile', 'GET /attendees/namesakes']),
      )
    },
  )
})
