import { api } from '@vestry/contract/calls/api.ts'
import { EventStream, type Route } from '@vestry/contract/calls/route.ts'
import { EXPORT_RIGHTS } from '@vestry/contract/rules/export-rules.ts'
import { GROUP_RIGHTS, type GroupRight } from '@vestry/contract/rules/rights.ts'
import { FAMILY_READERS } from '@vestry/contract/sunday-school/family-record.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addTeacher, plan } from './build-class.ts'
import { COMPLETE } from './complete-calls.ts'
import { eachDatabase } from './each-database.ts'
import { COLLECTING } from './family-contract.ts'
import { enrolAll } from './hold-classes.ts'
import { startTestServer, type TestServer } from './start-test-server.ts'

/** What each reader is told of a child's families, by a word that stands nowhere else. */
const TOLD: Record<keyof typeof FAMILY_READERS, readonly string[]> = {
  family: ['Traceoffamily'],
  adults: ['Traceofadult', 'Traceofbarred'],
  contacts: ['0161 496 7777', 'traceofemail'],
  collects: ['"always"'],
  barred: ['"barred"'],
  photo_consent: ['"photo_consent":"no"'],
  needs_reviewed: ['"needs_reviewed":"2019-04-05"'],
  need_detail: ['Traceofdetail'],
  bar_reason: ['Traceofreason'],
}
const tracesFor = (reader: string) =>
  Object.entries(TOLD).flatMap(([what, traces]) =>
    FAMILY_READERS[what as keyof typeof FAMILY_READERS] === reader ? traces : [],
  )
const SECRETS = tracesFor('safeguarding')
// No sermon is about a child.
const subsets = GROUP_RIGHTS.filter((right) => right !== 'sermons').reduce<GroupRight[][]>(
  (sets, right) => sets.flatMap((set) => [set, [...set, right]]),
  [[]],
)
const questions = Object.values(api)
  .flatMap((feature) => Object.values(feature) as Route[])
  // A stream has no end; it tells revisions alone.
  .filter(({ method, answer }) => method === 'GET' && answer !== EventStream)
  .map(({ path }) => `GET ${path}`)
const READING = 'GET /families/safeguarding'

eachDatabase((database) => {
  let server: TestServer
  let ruth: Awaited<ReturnType<typeof addTeacher>>
  let other: Awaited<ReturnType<typeof plan>>
  let own: Awaited<ReturnType<typeof plan>>

  beforeAll(async () => {
    server = await startTestServer({ database })
    ruth = await addTeacher(server)
    for (const first_name of ['Noah', 'Ana']) {
      await server.ask('POST /attendees', { body: { first_name, last_name: 'Quill', allergies: 'Nuts' } })
    }
    other = await plan(server, { session_datetime: '2026-02-01T10:30:00' })
    own = await plan(server, { session_datetime: '2026-02-08T10:30:00', teachers: [ruth.sub] })
    await enrolAll(server, other.series_id, [1, 2])
    const adult = { ...COLLECTING, last_name: '', phone: '0161 496 7777', email: 'traceofemail@example.org' }
    const { id: family_id } = await server.ask('POST /families', {
      body: {
        name: 'Traceoffamily',
        adults: [
          { ...adult, first_name: 'Traceofadult' },
          { ...adult, first_name: 'Traceofbarred' },
        ],
        children: [1, 2],
      },
    })
    const { adults } = await server.ask('GET /families/one', { query: { family_id } })
    for (const attendee_id of [1, 2]) {
      await server.ask('PUT /families/safeguarding', {
        body: {
          ...{ attendee_id, version: 0, need_detail: 'Traceofdetail' },
          bars: [{ adult_id: adults[1]?.id ?? 0, reason: 'Traceofreason' }],
        },
      })
      await server.ask('PUT /families/child', {
        body: { attendee_id, version: 1, photo_consent: 'no', needs_reviewed: '2019-04-05', rules: [] },
      })
    }
  })
  afterAll(() => server.destroy())

  /** What Ruth, who holds these rights, is told by every question about these children and this class. */
  async function askEverything(rights: readonly GroupRight[], class_id: number) {
    await server.ask('PUT /settings/rights', { body: { group: 'Teachers', rights: [...rights] } })
    const answers = await Promise.all(
      questions.map(async (call) => {
        const asked = (COMPLETE[call] ?? {}) as Record<string, string>
        const query = new URLSearchParams({
          ...asked,
          ...(asked.attendee_id !== undefined && { attendee_id: '1' }),
          ...(asked.class_id !== undefined && { class_id: String(class_id) }),
        })
        const headers = { authorization: `Bearer ${ruth.token}` }
        const url = `/api${call.slice('GET '.length)}?${query}`
        const { payload } = await server.app.http.inject({ method: 'GET', url, headers })
        return { call, text: payload }
      }),
    )
    return (traces: readonly string[]) =>
      answers.flatMap(({ call, text }) =>
        traces.filter((trace) => text.includes(trace)).map((trace) => `${call}: ${trace}`),
      )
  }

  const countReadings = async () =>
    (await server.ask('GET /audit', { query: { kind: 'safeguarding_read', limit: 100 } })).results.length

  test.each(subsets)(
    'with the rights %s, nobody is told more of families than they may be',
    async (...rights) => {
      const may = (right: GroupRight) => rights.includes(right)
      const before = await countReadings()
      const told = await askEverything(rights, other.id)
      const seesAll = may('allChildren')
      const reads = seesAll && may('safeguarding')
      const exports = reads && EXPORT_RIGHTS.every(may)
      expect(told(SECRETS).sort()).toEqual(
        [
          ...(reads ? SECRETS.map((trace) => `${READING}: ${trace}`) : []),
          // The reasons are about others than the child.
          ...(exports ? ['GET /attendees/profile/export: Traceofdetail'] : []),
        ].sort(),
      )
      if (!seesAll) {
        expect(told(tracesFor('teachers'))).toEqual([])
      }
      expect(await countReadings()).toBe(before + (reads ? 1 : 0) + (exports ? 1 : 0))
    },
  )

  test('a child’s teacher is told who collects it and who must not, and why only with the right to safeguarding', async () => {
    await enrolAll(server, own.series_id, [1])
    const teachers = tracesFor('teachers')
    const told = await askEverything(['children'], own.id)
    expect(told(SECRETS)).toEqual([])
    expect(told(teachers).filter((one) => one.startsWith('GET /families/child:'))).toEqual(
      teachers.map((trace) => `GET /families/child: ${trace}`),
    )
    expect(told(['Traceofadult', '"barred"'])).toEqual(
      expect.arrayContaining([
        'GET /attendance/roll-call: Traceofadult',
        'GET /attendance/roll-call: "barred"',
      ]),
    )
    const before = await countReadings()
    const further = await askEverything(['children', 'safeguarding'], own.id)
    expect(further(SECRETS)).toEqual(SECRETS.map((trace) => `${READING}: ${trace}`))
    expect(await countReadings()).toBe(before + 1)
  })

  test('the printed list says it of the children alone of whom one sees all', async () => {
    const print = async (series_id: number, parts: string[]) =>
      (
        await server.tryCall('POST /classes/roster/print', {
          token: ruth.token,
          body: { series_id, with: parts },
        })
      ).body
    await server.ask('PUT /settings/rights', { body: { group: 'Teachers', rights: ['arrange'] } })
    await enrolAll(server, own.series_id, [1])
    const { collectors } = (await print(other.series_id, ['collectors'])) as unknown as {
      collectors: { attendee_id: number; name: string; rule: string }[]
    }
    expect(collectors.map(({ attendee_id, name, rule }) => [attendee_id, name, rule])).toEqual([
      [1, 'Traceofadult', 'always'],
      [1, 'Traceofbarred', 'barred'],
    ])
    expect(await print(other.series_id, ['care'])).toMatchObject({ collectors: [] })
  })
})
