import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addChildren, addTeacher } from '../../testing/build-class.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { enrolAll, holdClass, pastHandlers } from '../../testing/hold-classes.ts'
import { holdRolls } from '../../testing/hold-rolls.ts'
import { ANA, mergeChildren, sunday } from '../../testing/merge-children.ts'
import { createPhone, wordsOf } from '../../testing/phone.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

eachDatabase((database) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ database })
  })
  afterAll(() => server.destroy())

  const { merge, undo } = mergeChildren(() => server)
  const { hold, markOf, markByOther } = holdRolls(() => server)

  describe('an operation can not be done', () => {
    test('in a class that was moved since the person saw it', async () => {
      const { id, child, session_datetime } = await hold()
      const to = sunday()
      await server.ask('PUT /classes', {
        body: { id, scope: 'one', title: 'Wrens', session_datetime: to, version: 1 },
      })
      const phone = createPhone(server)
      expect(
        await phone.outcomes(phone.mark(id, child, 'present', 0, session_datetime), {
          ...phone.guest(id),
          session_datetime,
        }),
      ).toEqual(['claim class_moved', 'claim class_moved'])
      expect(await phone.outcomes(phone.mark(id, child, 'present', 0, to))).toEqual(['applied'])
    })

    test('in a class that was cancelled, or deleted; once that is restored, a new one can', async () => {
      const { id, child } = await hold()
      const phone = createPhone(server)
      await server.ask('PUT /classes/cancelled', { body: { class_id: id, cancelled: true } })
      expect(await phone.outcomes(phone.mark(id, child, 'present'))).toEqual(['claim class_cancelled'])
      await server.ask('PUT /classes/cancelled', { body: { class_id: id, cancelled: false } })
      await server.ask('DELETE /classes', { query: { class_id: id } })
      const { operations, classes } = await phone.send(phone.mark(id, child, 'present'))
      expect(operations.map(wordsOf)).toEqual(['claim class_deleted'])
      expect(operations[0]?.mark).toBeUndefined()
      expect(classes).toEqual([])
      await server.ask('POST /trash/restore', { body: { record: `class/${id}` } })
      expect(await phone.outcomes(phone.mark(id, child, 'present'))).toEqual(['applied'])
    })

    test('by a teacher who has lost the class, who is told no mark of it any more', async () => {
      const ruth = await addTeacher(server)
      const { id, child } = await hold(1, [ruth.sub])
      const hers = createPhone(server, { token: ruth.token })
      const mark = hers.mark(id, child, 'present')
      expect(await hers.outcomes(mark)).toEqual(['applied'])
      await server.ask('PUT /classes', {
        body: {
          id,
          scope: 'one',
          title: 'Wrens',
          session_datetime: sunday(),
          version: 1,
          teachers: [],
        },
      })
      const { operations, classes } = await hers.send(mark, hers.mark(id, child, 'absent'), hers.guest(id))
      expect(operations).toEqual([
        { number: 1, outcome: 'applied', attendee_id: child },
        { number: 2, outcome: 'claim', reason: 'not_allowed', attendee_id: child },
        { number: 3, outcome: 'claim', reason: 'not_allowed' },
      ])
      expect(classes).toEqual([])
    })

    test('of a child who is in another class at that time, or of whom the person sees the name alone', async () => {
      const ruth = await addTeacher(server)
      const { id, session_datetime } = await hold(1, [ruth.sub])
      const [elsewhere = 0, unknown = 0] = await addChildren(server, 2)
      const other = await holdClass(server, { session_datetime })
      await markByOther(other.id, elsewhere, 'present')
      await server.ask('PUT /settings/rights', { body: { group: 'Teachers', rights: ['children'] } })
      const hers = createPhone(server, { token: ruth.token })
      expect(
        await hers.outcomes(
          hers.mark(id, elsewhere, 'present'),
          hers.comment(id, unknown, 'Sang'),
          hers.absence(unknown),
        ),
      ).toEqual(['claim in_another_class', 'claim not_allowed', 'claim not_allowed'])
    })

    test('of a child who was erased: nothing of what was written about it is kept', async () => {
      const { id, children } = await hold(2)
      const [child = 0, kept = 0] = children
      const phone = createPhone(server)
      await markByOther(id, child, 'absent')
      await phone.send(phone.mark(id, kept, 'present'), phone.comment(id, child, 'Zipporah sang'))
      await server.ask('POST /attendees/erase', { body: { attendee_id: child } })
      expect(
        await phone.outcomes(
          phone.mark(id, child, 'present'),
          phone.comment(id, child, 'Zipporah danced'),
          phone.absence(child),
        ),
      ).toEqual(['claim not_found', 'claim not_found', 'claim not_found'])
      const rows = await pastHandlers(server, async (db) => [
        await db.selectFrom('attendance_claim').selectAll().where('attendee_id', '=', child).execute(),
        await db.selectFrom('attendance_operation').selectAll().where('device', '=', phone.device).execute(),
      ])
      expect(rows.map(({ length }) => length)).toEqual([4, 5])
      expect(JSON.stringify(rows)).not.toMatch(/Zipporah|Holidays|Child|Ruiz/)
    })
  })

  describe('an entry that was merged', () => {
    const twins = async () => {
      const { id, series_id } = await holdClass(server, { session_datetime: sunday() })
      const [kept, merged] = await Promise.all(
        [ANA, { ...ANA, first_name: 'Anna' }].map(
          async (body) => (await server.ask('POST /attendees', { body })).id,
        ),
      )
      await enrolAll(server, series_id, [kept ?? 0, merged ?? 0])
      return { id, kept: kept ?? 0, merged: merged ?? 0 }
    }

    test('hands what the phone did to the one that it was merged into', async () => {
      const { id, kept, merged } = await twins()
      await merge(kept, merged)
      const phone = createPhone(server)
      const { operations } = await phone.send(phone.mark(id, merged, 'present'), phone.absence(merged))
      expect(operations).toMatchObject([
        { outcome: 'applied', attendee_id: kept, mark: { state: 'present' } },
        { outcome: 'applied', attendee_id: kept },
      ])
      expect(await markOf(id, kept)).toMatchObject({ state: 'present' })
    })

    test('has its claims with the one that it was merged into, until the merge is undone', async () => {
      const { id, kept, merged } = await twins()
      await markByOther(id, merged, 'absent')
      const phone = createPhone(server)
      expect(await phone.outcomes(phone.mark(id, merged, 'present'))).toEqual(['claim changed_meanwhile'])
      const claimed = async () =>
        (await server.ask('GET /attendance/claims', { query: { class_id: id } })).map(
          (one) => one.attendee_id,
        )
      await merge(kept, merged)
      expect(await claimed()).toEqual([kept])
      expect((await undo(merged)).status).toBe(200)
      expect(await claimed()).toEqual([merged])
      await merge(kept, merged)
      await server.ask('DELETE /trash', { query: { record: `merge/${merged}` } })
      expect(await claimed()).toEqual([kept])
      const [again] = (await phone.send({ ...phone.mark(id, merged, 'present'), number: 1 })).operations
      expect(again).toMatchObject({ outcome: 'claim', attendee_id: kept })
    })
  })
})
