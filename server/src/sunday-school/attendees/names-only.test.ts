import { BLANK_ATTENDEE } from '@vestry/contract/sunday-school/attendee-record.ts'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tables } from '../../database/tables.ts'
import type { Caller } from '../../http/caller.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { pastHandlers } from '../../testing/hold-classes.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { marksAsSeenBy, recordsAsSeenBy, refusedAsSeenBy, rollAsSeenBy } from '../attendance/marks-as-seen.ts'
import { asSeenBy } from './names-only.ts'

/** A field that no code knows yet. */
const home_address = 'Kept for who sees all of the child'
const names = { first_name: 'Noah', last_name: 'García' }
const child = { ...BLANK_ATTENDEE, ...names, notes: 'Kept', photo: 'Kept', home_address }
const comment = { state: 'present', comment: 'Kept', version: 3, home_address } as const
const mark = { attendee_id: 7, mark: comment, home_address }
const caller = { sub: 'teaches nobody', rights: ['children'] } as unknown as Caller

const ANSWERS: Record<string, (db: Kysely<Tables>) => Promise<object[]>> = {
  children: (db) => asSeenBy(db, caller, [{ id: 7, version: 3, ...child }]),
  'a roll': (db) => {
    const away = { until_day: '2026-05-09', reason: 'Kept', home_address }
    return rollAsSeenBy(db, caller, [{ ...mark, ...child, on_roster: true, away }])
  },
  records: (db) =>
    recordsAsSeenBy(db, caller, [{ ...mark, ...names, ...comment, id: 1, class_id: 2, attended: true }]),
  marks: (db) => marksAsSeenBy(db, caller, [mark]),
  'refused marks': (db) =>
    refusedAsSeenBy(db, caller, [{ ...mark, reason: 'in_another_class', other_class: 'Kept' }]),
}

eachDatabase((database) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ database })
  })
  afterAll(() => server.destroy())

  test('of a mark that others made its state and version are answered', async () => {
    const alone = { attendee_id: 7, mark: { state: 'present', comment: '', version: 3 } }
    const answers = await pastHandlers(server, (db) =>
      Promise.all([ANSWERS.marks?.(db), ANSWERS['refused marks']?.(db), ANSWERS['a roll']?.(db)]),
    )
    const [marks, refused, roll] = answers
    expect(marks).toEqual([alone])
    expect(refused).toEqual([{ ...alone, reason: 'in_another_class' }])
    expect(roll).toMatchObject([{ ...alone, ...names }])
  })

  test.each(Object.keys(ANSWERS))(
    'of %s that others teach nothing is answered that is not said to be for everybody',
    async (name) => {
      const [answer] = (await pastHandlers(server, async (db) => await ANSWERS[name]?.(db))) ?? []
      expect(answer).toBeDefined()
      expect(JSON.stringify(answer)).not.toContain('Kept')
      expect(JSON.stringify(answer)).not.toContain('home_address')
    },
  )
})
