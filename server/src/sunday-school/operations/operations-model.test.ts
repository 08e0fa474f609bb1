import { ROLL_STATES, type RollState } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addChildren, addTeacher } from '../../testing/build-class.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { enrolAll, holdClass, pastHandlers } from '../../testing/hold-classes.ts'
import { sunday } from '../../testing/merge-children.ts'
import { createPhone, type NewOperation, wordsOf } from '../../testing/phone.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

// Two phones mark the same children without a line. What they send comes late, in any order, several times, and its
// answers get lost, while somebody in the office marks too and erases a child. A model says what becomes of each mark.

const CHILDREN = 3
const child = fc.nat(CHILDREN - 1)
const state = fc.constantFrom(...ROLL_STATES)
const phone = fc.constantFrom(0, 1)

const STEP = fc.oneof(
  { weight: 6, arbitrary: fc.record({ act: fc.constant('mark' as const), phone, child, state }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('guest' as const), phone }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('look' as const), phone }) },
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant('send' as const),
      phone,
      /** Which of all that the phone has ever done, as shares of it; the same ones may be sent again. */
      from: fc.double({ min: 0, max: 1, noNaN: true }),
      to: fc.double({ min: 0, max: 1, noNaN: true }),
      answerIsLost: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('office' as const), child, state }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('erase' as const), child }) },
)
type Step = typeof STEP extends fc.Arbitrary<infer Of> ? Of : never

type Standing = { state: RollState; version: number; by: number | 'office'; erased: boolean }
type Mark = Extract<NewOperation, { kind: 'mark' }>

eachDatabase((database) => {
  let server: TestServer
  let ruth: Awaited<ReturnType<typeof addTeacher>>

  beforeAll(async () => {
    server = await startTestServer({ database })
    ruth = await addTeacher(server)
  })
  afterAll(() => server.destroy())

  async function play(steps: readonly Step[]) {
    const { id, series_id } = await holdClass(server, { session_datetime: sunday(), teachers: [ruth.sub] })
    const ids = await addChildren(server, CHILDREN)
    await enrolAll(server, series_id, ids)
    const none = (): Standing => ({ state: 'not_recorded', version: 0, by: 'office', erased: false })
    const standing = new Map(ids.map((one) => [one, none()]))
    const phones = [createPhone(server), createPhone(server, { token: ruth.token })].map((of, index) => ({
      ...{ of, index, done: [] as NewOperation[], answered: new Map<number, string>() },
      seen: new Map<number, number>(),
    }))
    type Phone = (typeof phones)[number]

    const standingOf = (one: number) => standing.get(one) ?? none()
    const readRoll = async () =>
      (await server.ask('GET /attendance/roll-call', { query: { class_id: id } })).roll?.children ?? []

    /** What must become of a mark that arrives for the first time, together with others. */
    function expectedOf(
      mark: Mark,
      { index, answered, done }: Phone,
      together: readonly NewOperation[],
    ): string {
      const about = mark.attendee_id ?? 0
      const overtaken = done.some(
        (later) =>
          later.kind === 'mark' &&
          later.attendee_id === about &&
          later.number > mark.number &&
          (answered.has(later.number) || together.includes(later)),
      )
      if (overtaken) {
        return 'superseded'
      }
      const there = standingOf(about)
      if (there.erased) {
        return 'claim not_found'
      }
      if (there.state === mark.state || there.version === mark.seen || there.by === index) {
        return 'applied'
      }
      return 'claim changed_meanwhile'
    }

    async function send(from: Phone, operations: readonly NewOperation[], answerIsLost: boolean) {
      const expected = new Map<number, string>()
      for (const operation of operations) {
        const { number } = operation
        const known = from.answered.get(number)
        const first = operation.kind === 'mark' ? expectedOf(operation, from, operations) : 'applied'
        expected.set(number, known ?? first)
      }
      const fresh = operations.filter(({ number }) => !from.answered.has(number))
      const answers = (await from.of.send(...operations)).operations
      expect(answers.map(({ number, ...answer }) => [number, wordsOf(answer)])).toEqual([...expected])
      for (const { number, attendee_id = 0, mark, ...answer } of answers) {
        from.answered.set(number, wordsOf(answer))
        const made = fresh.find((one) => one.number === number)
        if (
          made?.kind === 'mark' &&
          answer.outcome === 'applied' &&
          standingOf(attendee_id).state !== made.state
        ) {
          const version = mark?.version ?? 0
          standing.set(attendee_id, { state: made.state, version, by: from.index, erased: false })
        }
        if (!answerIsLost && mark) {
          from.seen.set(attendee_id, mark.version)
        }
      }
    }

    const all = await Promise.all(phones.map(({ of }) => of.device))
    for (const step of steps) {
      const on = 'phone' in step ? phones[step.phone] : undefined
      const about = 'child' in step ? (ids[step.child] ?? 0) : 0
      if (step.act === 'mark' && on) {
        on.done.push(on.of.mark(id, about, step.state, on.seen.get(about) ?? 0))
      } else if (step.act === 'guest' && on) {
        on.done.push(on.of.guest(id))
      } else if (step.act === 'look' && on) {
        for (const { attendee_id, mark } of await readRoll()) {
          on.seen.set(attendee_id, mark.version)
        }
      } else if (step.act === 'send' && on && on.done.length > 0) {
        const from = Math.floor(Math.min(step.from, step.to) * (on.done.length - 1))
        const to = Math.floor(Math.max(step.from, step.to) * (on.done.length - 1)) + 1
        await send(on, on.done.slice(from, to), step.answerIsLost)
      } else if (step.act === 'office' && !standingOf(about).erased) {
        const { version, state: former } = standingOf(about)
        const marks = [{ attendee_id: about, state: step.state, seen: version }]
        const { saved } = await server.ask('PUT /attendance/roll-call', { body: { class_id: id, marks } })
        expect(saved).toHaveLength(1)
        if (former !== step.state) {
          const now = saved[0]?.mark.version ?? 0
          standing.set(about, { state: step.state, version: now, by: 'office', erased: false })
        }
      } else if (step.act === 'erase' && !standingOf(about).erased) {
        await server.ask('POST /attendees/erase', { body: { attendee_id: about } })
        standing.set(about, { ...standingOf(about), erased: true })
      }
    }
    for (const one of phones) {
      for (const operation of one.done) {
        await send(one, [operation], false)
      }
    }

    const roll = await readRoll()
    const marks = new Map(roll.map(({ attendee_id, mark }) => [attendee_id, mark]))
    for (const [one, { state, version, erased }] of standing) {
      expect(marks.get(one)).toEqual(erased ? undefined : { state, version, comment: '' })
    }
    const outcomes = phones.flatMap(({ answered }) => [...answered.values()])
    const guests = phones.flatMap(({ done }) => done).filter(({ kind }) => kind === 'guest')
    expect(roll.filter(({ first_name }) => first_name === 'Lydia')).toHaveLength(guests.length)
    const kept = await pastHandlers(server, async (db) => ({
      operations: await db
        .selectFrom('attendance_operation')
        .selectAll()
        .where('device', 'in', all)
        .execute(),
      claims: await db.selectFrom('attendance_claim').selectAll().where('class_id', '=', id).execute(),
    }))
    expect(kept.operations).toHaveLength(outcomes.length)
    expect(kept.claims).toHaveLength(outcomes.filter((outcome) => outcome.startsWith('claim')).length)
    expect(outcomes).toHaveLength(phones.flatMap(({ done }) => done).length)
  }

  test('every operation of two phones has one outcome: applied, superseded by a later one, or a claim', async () => {
    await fc.assert(fc.asyncProperty(fc.array(STEP, { minLength: 4, maxLength: 40 }), play), { numRuns: 25 })
  }, 120_000)
})
