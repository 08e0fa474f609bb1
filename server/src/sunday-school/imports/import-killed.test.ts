import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { eachDatabase } from '../../testing/each-database.ts'
import { openRetryingClient, type RetryingClient } from '../../testing/retrying-client.ts'
import { prepareProgram } from '../../testing/run-program.ts'
import { ADA } from '../../testing/start-test-server.ts'

const ROWS = 5000
const CHILDREN = 50
const FAMILIES = 1000
/** Before it begins, while it is under way, and about when it ends; the exact moments depend on the machine. */
const KILLED_AFTER = [30, 120, 250, 500]

const children = (count: number, last_name: string) =>
  Array.from({ length: count }, (_, place) => ({ first_name: `Child ${place}`, last_name }))
const sunday = (week: number) => new Date(Date.UTC(1950, 0, 1 + 7 * week)).toISOString().slice(0, 10)

type Signed = { client: RetryingClient; token: string }

/** How many children of a round there are; undefined if they came without their families. */
async function countChildren(signed: Signed, round: number): Promise<number | undefined> {
  const { client, token } = signed
  const countFamilies = async () => (await client.api('GET /families', token)).totalCount
  const families = await countFamilies()
  const page = await client.api('GET /attendees', token)
  if ((await countFamilies()) !== families) {
    // The import that is sent again came in between.
    return await countChildren(signed, round)
  }
  const added = 'totalCount' in page ? page.totalCount - CHILDREN - round * ROWS : 0
  return (families - round * FAMILIES) * ROWS === added * FAMILIES ? added : undefined
}

/** The calls that are killed side by side: what is sent each time, and how many of its rows the church then has. */
const IMPORTS = [
  {
    call: 'POST /attendees/imports' as const,
    body: (round: number) => ({
      rows: children(ROWS, `Round ${round}`).map((child, place) => ({
        ...child,
        choice: { beside: [] },
        family: String(place % FAMILIES),
        adults: [{ first_name: `Adult ${place % FAMILIES}`, last_name: `Round ${round}` }],
      })),
    }),
    count: countChildren,
  },
  {
    call: 'POST /attendance/imports' as const,
    body: (round: number) => ({
      children: children(CHILDREN, 'Marked'),
      classes: [`Round ${round}`],
      default_time: `1${round}:00`,
      marks: Array.from({ length: ROWS }, (_, place) => ({
        child: place % CHILDREN,
        class: 0,
        day: sunday(Math.floor(place / CHILDREN)),
        state: 'present' as const,
      })),
    }),
    async count({ client, token }: Signed, round: number) {
      const query = { search: `Round ${round}`, includeAttendanceCount: true, limit: 100 }
      const { results } = await client.api('GET /classes/by-date', token, { query })
      return results.reduce((sum, { attendance_count = 0 }) => sum + attendance_count, 0)
    },
  },
]

eachDatabase((database) => {
  test('imports of children and of attendance that are killed midway came in whole or not at all, and sent again they are there once', async () => {
    const made = await database.create()
    const program = await prepareProgram({
      VESTRY_ADMIN_EMAIL: ADA.email,
      VESTRY_ADMIN_PASSWORD: ADA.password,
      DATABASE_URL: made.databaseUrl ?? '',
    })
    try {
      await program.start()
      const client = openRetryingClient(program.origin)
      const { IdToken: token = '' } = await client.signIn(ADA)
      await client.api('PUT /settings', token, { body: { families: true } })
      const rows = children(CHILDREN, 'Marked').map((child) => ({ ...child, choice: { beside: [] } }))
      const known = { request_id: crypto.randomUUID(), file_name: 'people.csv', rows }
      await client.api('POST /attendees/imports', token, { body: known })
      for (const [round, delay] of KILLED_AFTER.entries()) {
        const sent = IMPORTS.map(({ call, body, count }) => {
          const request = { request_id: crypto.randomUUID(), file_name: 'rows.csv', ...body(round) }
          const save = () => client.api(call, token, { body: request } as never)
          return { save, first: save(), rows: () => count({ client, token }, round) }
        })
        await pause(delay)
        await program.kill()
        await program.start()
        // Both are killed before either is waited for; waiting would give the other one time to be imported whole.
        for (const { rows } of sent) {
          expect([0, ROWS]).toContain(await rows())
        }
        for (const { save, first, rows } of sent) {
          expect(await first).toEqual(await save())
          expect(await first).toMatchObject({ added: ROWS, changed: 0, refused: [] })
          expect(await rows()).toBe(ROWS)
        }
      }
    } finally {
      await program.destroy()
      await made.drop()
    }
  }, 300_000)
})
