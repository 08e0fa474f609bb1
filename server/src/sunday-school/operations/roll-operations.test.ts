import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addTeacher } from '../../testing/build-class.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { holdClass, pastHandlers } from '../../testing/hold-classes.ts'
import { holdRolls } from '../../testing/hold-rolls.ts'
import { sunday } from '../../testing/merge-children.ts'
import { createPhone, wordsOf } from '../../testing/phone.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { forgetAnswers } from './operations-sql.ts'

const DAY = 24 * 60 * 60_000

eachDatabase((database) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ database })
  })
  afterAll(() => server.destroy())

  const { hold, readRoll, markOf, markByOther } = holdRolls(() => server)

  describe('an operation', () => {
    test('is answered once: the same again gets its first answer and the mark as it is now', async () => {
      const { id, child } = await hold()
      const phone = createPhone(server)
      const mark = phone.mark(id, child, 'present')
      const first = await phone.send(mark)
      expect(first.operations).toEqual([
        {
          number: 1,
          outcome: 'applied',
          attendee_id: child,
          mark: { state: 'present', comment: '', version: expect.any(Number) },
        },
      ])
      const [revisions] = first.classes
      expect(revisions).toEqual({
        class_id: id,
        before: expect.any(String),
        revision: (await readRoll(id)).revision,
      })
      const again = await phone.send(mark)
      expect(again.operations).toEqual(first.operations)
      expect(again.classes).toEqual([{ ...revisions, before: revisions?.revision }])
    })

    test('whose answer was lost changes nothing again after another person has knowingly changed the mark', async () => {
      const { id, child } = await hold()
      const phone = createPhone(server)
      const mark = phone.mark(id, child, 'present')
      await phone.send(mark)
      await markByOther(id, child, 'absent')
      const [again] = (await phone.send(mark)).operations
      expect(again).toMatchObject({ outcome: 'applied', mark: { state: 'absent', version: 3 } })
      expect(await markOf(id, child)).toMatchObject({ state: 'absent', version: 3 })
    })

    test('that was sent again in another shape changes nothing', async () => {
      const { id, child } = await hold()
      const phone = createPhone(server)
      const mark = phone.mark(id, child, 'present')
      await phone.send(mark)
      expect(await phone.outcomes({ ...mark, state: 'absent', seen: 1 })).toEqual(['applied'])
      expect(await markOf(id, child)).toMatchObject({ state: 'present' })
    })

    test('is done in the order of numbers, in whatever order a call lists them', async () => {
      const { id, child } = await hold()
      const phone = createPhone(server)
      const [first, last] = [phone.mark(id, child, 'present'), phone.mark(id, child, 'absent')]
      expect(await phone.outcomes(last, first)).toEqual(['applied', 'superseded'])
      expect(await markOf(id, child)).toMatchObject({ state: 'absent', version: 2 })
    })

    test('that arrives after a later one about the same mark is superseded', async () => {
      const { id, child } = await hold()
      const phone = createPhone(server)
      const [first, last] = [phone.mark(id, child, 'present'), phone.mark(id, child, 'absent')]
      expect(await phone.outcomes(last)).toEqual(['applied'])
      expect(await phone.outcomes(first)).toEqual(['superseded'])
      expect(await markOf(id, child)).toMatchObject({ state: 'absent' })
    })

    test('upon another one of the same phone needs no answer to that', async () => {
      const { id, child } = await hold()
      const phone = createPhone(server)
      expect(await phone.outcomes(phone.mark(id, child, 'present'))).toEqual(['applied'])
      expect(await phone.outcomes(phone.comment(id, child, 'Sang'))).toEqual(['applied'])
      expect(await phone.outcomes(phone.mark(id, child, 'not_recorded'))).toEqual(['applied'])
      expect(await phone.outcomes(phone.comment(id, child, ''))).toEqual(['applied'])
      expect(await phone.outcomes(phone.mark(id, child, 'absent'))).toEqual(['applied'])
      expect(await markOf(id, child)).toMatchObject({ state: 'absent', comment: '' })
    })

    test('and one that takes it back leave a comment made after it, in one call', async () => {
      const { id, child } = await hold()
      const phone = createPhone(server)
      const marks = [phone.mark(id, child, 'present'), phone.mark(id, child, 'not_recorded')]
      expect(await phone.outcomes(...marks, phone.comment(id, child, 'With a cold'))).toEqual([
        'superseded',
        'applied',
        'applied',
      ])
      expect(await markOf(id, child)).toMatchObject({ state: 'not_recorded', comment: 'With a cold' })
    })

    test('of another person with the same device and number is another one', async () => {
      const ruth = await addTeacher(server)
      const { id, children } = await hold(2, [ruth.sub])
      const [one = 0, other = 0] = children
      const phone = createPhone(server)
      const hers = createPhone(server, { token: ruth.token, device: phone.device })
      expect(await phone.outcomes(phone.mark(id, one, 'present'))).toEqual(['applied'])
      expect(await hers.outcomes(hers.mark(id, other, 'absent'))).toEqual(['applied'])
      expect(await markOf(id, one)).toMatchObject({ state: 'present' })
      expect(await markOf(id, other)).toMatchObject({ state: 'absent' })
      // What Ada did on this device is nothing that Ruth knows.
      expect(await hers.outcomes(hers.mark(id, one, 'absent'))).toEqual(['claim changed_meanwhile'])
    })

    test('is remembered for sixty days', async () => {
      const { id, child } = await hold()
      const phone = createPhone(server)
      await phone.send(phone.mark(id, child, 'present'))
      const left = () =>
        pastHandlers(server, (db) =>
          db.selectFrom('attendance_operation').select('number').where('device', '=', phone.device).execute(),
        )
      const sweep = (days: number) =>
        pastHandlers(server, (db) => forgetAnswers(db, server.clock.now() + days * DAY))
      await sweep(60)
      expect(await left()).toHaveLength(1)
      await sweep(60.01)
      expect(await left()).toHaveLength(0)
    })

    test('is not refused, but where its shape is wrong', async () => {
      const { id, child } = await hold()
      const phone = createPhone(server)
      const mark = phone.mark(id, child, 'present')
      const wrong = [
        [mark, mark],
        [{ ...mark, attendee_id: undefined }],
        [{ ...mark, request_id: crypto.randomUUID() }],
        [phone.absence(child, '2026-08-14', '2026-08-01')],
        [],
      ]
      for (const operations of wrong) {
        expect(await phone.trySend(operations)).toMatchObject({
          status: 400,
          body: { error: 'invalid_request', field: 'operations' },
        })
      }
    })
  })

  describe('what somebody else has changed', () => {
    test('since the phone last saw it makes a claim, and changes nothing', async () => {
      const { id, child } = await hold()
      await markByOther(id, child, 'absent')
      const phone = createPhone(server)
      const { operations } = await phone.send(phone.mark(id, child, 'present'))
      expect(operations).toEqual([
        {
          number: 1,
          outcome: 'claim',
          reason: 'changed_meanwhile',
          attendee_id: child,
          mark: { state: 'absent', comment: '', version: 2 },
        },
      ])
    })

    test('to what the phone wanted is no conflict, but what the phone does then is', async () => {
      const { id, child } = await hold()
      await markByOther(id, child, 'present')
      const phone = createPhone(server)
      expect(await phone.outcomes(phone.mark(id, child, 'present'))).toEqual(['applied'])
      expect(await phone.outcomes(phone.mark(id, child, 'absent'))).toEqual(['claim changed_meanwhile'])
    })

    test('upon a mark of the phone makes a claim of what the phone did after that mark', async () => {
      const { id, child } = await hold()
      const phone = createPhone(server)
      await phone.send(phone.mark(id, child, 'present'))
      await markByOther(id, child, 'absent')
      expect(await phone.outcomes(phone.mark(id, child, 'not_recorded'))).toEqual(['claim changed_meanwhile'])
      expect(await phone.outcomes(phone.comment(id, child, 'Sang'))).toEqual(['claim changed_meanwhile'])
    })

    test('on two phones: the first that arrives is done, the other is a claim', async () => {
      const { id, child } = await hold()
      const [one, other] = [createPhone(server), createPhone(server)]
      expect(await one.outcomes(one.mark(id, child, 'present'))).toEqual(['applied'])
      expect(await other.outcomes(other.mark(id, child, 'absent'))).toEqual(['claim changed_meanwhile'])
    })
  })

  describe('a guest', () => {
    test('is one child, however often the phone sends them, and can be marked by their request', async () => {
      const { id } = await hold()
      const phone = createPhone(server)
      const guest = phone.guest(id)
      const more = [
        phone.comment(id, guest.request_id, 'With her cousin'),
        phone.absence(guest.request_id),
        phone.guest(id, guest.request_id),
      ]
      const { operations } = await phone.send(...more, guest)
      expect(operations.map(wordsOf)).toEqual(['applied', 'applied', 'applied', 'applied'])
      expect(new Set(operations.map(({ attendee_id }) => attendee_id)).size).toBe(1)
      await phone.send(guest)
      const { roll } = await readRoll(id)
      expect(roll?.children.filter(({ first_name }) => first_name === 'Lydia')).toMatchObject([
        { allergies: 'Peanuts', mark: { state: 'present', comment: 'With her cousin' } },
      ])
    })

    test('who was taken out of the class since, or deleted, is superseded', async () => {
      const { id } = await hold()
      const phone = createPhone(server)
      const guest = phone.guest(id)
      const [added] = (await phone.send(guest)).operations
      const [record] = (await server.ask('GET /attendance', { query: { class_id: id } })).filter(
        ({ attendee_id }) => attendee_id === added?.attendee_id,
      )
      await server.ask('DELETE /attendance', { query: { attendance_id: record?.id } })
      expect(await phone.outcomes(phone.guest(id, guest.request_id))).toEqual(['superseded'])
      await server.ask('DELETE /attendees', { query: { attendee_id: added?.attendee_id } })
      expect(await phone.outcomes(phone.guest(id, guest.request_id))).toEqual(['superseded'])
    })

    test('whom a class can not take is a claim, and so is what the phone did about them', async () => {
      const { id } = await holdClass(server, { session_datetime: sunday(), cancelled: true })
      const phone = createPhone(server)
      const guest = phone.guest(id)
      expect(
        await phone.outcomes(
          guest,
          phone.mark(id, guest.request_id, 'absent'),
          phone.absence(guest.request_id),
        ),
      ).toEqual(['claim class_cancelled', 'claim class_cancelled', 'claim not_found'])
    })
  })

  test('five hundred operations of all kinds fit into one call', async () => {
    const { id, children } = await hold(250)
    const phone = createPhone(server)
    const operations = [
      ...children.slice(0, 200).map((child) => phone.mark(id, child, 'present')),
      ...children.slice(0, 200).map((child) => phone.comment(id, child, 'Sang')),
      ...children.slice(200).map((child) => phone.mark(id, child, 'absent')),
      ...Array.from({ length: 50 }, () => phone.guest(id)),
    ]
    const outcomes = await phone.outcomes(...operations)
    expect(outcomes).toEqual(Array(500).fill('applied'))
    expect((await readRoll(id)).roll?.children.filter(({ mark }) => mark.comment === 'Sang')).toHaveLength(
      200,
    )
  })
})
