import type { CallAnswer } from '@vestry/contract/calls/api.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addChildren, addTeacher } from '../../testing/build-class.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { enrolAll, holdClass, pastHandlers } from '../../testing/hold-classes.ts'
import { sunday } from '../../testing/merge-children.ts'
import { createPhone } from '../../testing/phone.ts'
import { ADA, startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { forgetAnswers } from '../operations/operations-sql.ts'

type Claim = CallAnswer<'GET /attendance/claims'>[number]
type Teacher = Awaited<ReturnType<typeof addTeacher>>

const DAY = 24 * 60 * 60_000

eachDatabase((database) => {
  let server: TestServer
  let ruth: Teacher
  let boaz: Teacher

  beforeAll(async () => {
    server = await startTestServer({ database })
    ruth = await addTeacher(server)
    boaz = await addTeacher(server)
    await server.ask('PUT /settings/rights', { body: { group: 'Teachers', rights: ['children'] } })
  })
  afterAll(() => server.destroy())

  const markAs = async (class_id: number, child: number, state: 'present' | 'absent', token?: string) => {
    const { roll } = await server.ask('GET /attendance/roll-call', { query: { class_id } })
    const seen = roll?.children.find(({ attendee_id }) => attendee_id === child)?.mark.version ?? 0
    const marks = [{ attendee_id: child, state, seen }]
    const given = { body: { class_id, marks }, ...(token !== undefined && { token }) }
    await server.ask('PUT /attendance/roll-call', given)
  }
  const list = async (class_id?: number, token?: string) =>
    await server.ask('GET /attendance/claims', {
      ...(class_id !== undefined && { query: { class_id } }),
      ...(token !== undefined && { token }),
    })
  const settle = (claim: Claim | undefined, settlement: 'apply' | 'keep', token?: string) =>
    server.tryCall('PUT /attendance/claims', {
      body: { claim_id: claim?.id, version: claim?.version, settlement, seen: claim?.now?.version },
      ...(token !== undefined && { token }),
    })
  const childIn = async (class_id: number, child: number) => {
    const { roll } = await server.ask('GET /attendance/roll-call', { query: { class_id } })
    return roll?.children.find(({ attendee_id }) => attendee_id === child)
  }
  const markIn = async (class_id: number, child: number) => (await childIn(class_id, child))?.mark

  /** A class of Ruth's and Boaz's with a child whom Boaz has marked absent, and whom Ruth's phone wants present. */
  async function claimed() {
    const session_datetime = sunday()
    const teachers = [ruth.sub, boaz.sub]
    const { id, series_id } = await holdClass(server, { title: 'Wrens', session_datetime, teachers })
    const [child = 0] = await addChildren(server, 1)
    await enrolAll(server, series_id, [child])
    await markAs(id, child, 'absent', boaz.token)
    const phone = createPhone(server, { token: ruth.token })
    const mark = phone.mark(id, child, 'present')
    await phone.send(mark)
    const [claim] = await list(id)
    return { id, series_id, session_datetime, child, phone, mark, claim }
  }

  describe('a claim', () => {
    test('says what was wanted and what is there, and who wanted and set it', async () => {
      const { id, child, session_datetime, claim, mark } = await claimed()
      expect(claim).toEqual({
        ...{ id: expect.any(Number), version: 1, kind: 'mark', reason: 'changed_meanwhile' },
        ...{ class_id: id, class_title: 'Wrens', session_datetime, attendee_id: child },
        ...{ first_name: expect.stringMatching(/^Child/), last_name: 'Ruiz' },
        wanted: { state: 'present' },
        ...{ by: ruth.name, made_at: mark.made_at, arrived_at: server.clock.now() },
        there: { state: 'absent', comment: '', by: boaz.name },
        now: { state: 'absent', comment: '', version: 2 },
        ...{ may_settle: true, names_only: false },
      })
    })

    test('changes no mark and no number, until it is applied', async () => {
      const { id, child, claim } = await claimed()
      const numbers = () =>
        pastHandlers(server, (db) =>
          db.selectFrom('class_tally').select(['present', 'absent']).where('class_id', '=', id).execute(),
        )
      expect(await numbers()).toEqual([{ present: 0, absent: 1 }])
      expect(await markIn(id, child)).toMatchObject({ state: 'absent' })
      expect((await settle(claim, 'apply')).status).toBe(200)
      expect(await markIn(id, child)).toMatchObject({ state: 'present' })
      expect(await numbers()).toEqual([{ present: 1, absent: 0 }])
      expect(await list(id)).toEqual([])
    })

    test('that is settled with what is there leaves that, and the phone its answer', async () => {
      const { id, child, claim, phone, mark } = await claimed()
      expect((await settle(claim, 'keep')).status).toBe(200)
      expect(await markIn(id, child)).toMatchObject({ state: 'absent', version: 2 })
      expect(await list(id)).toEqual([])
      expect(await phone.outcomes(mark)).toEqual(['claim changed_meanwhile'])
      expect(await list(id)).toEqual([])
    })

    test('is settled once: whoever comes second learns who did it, and the same call again changes nothing', async () => {
      const { id, child, claim } = await claimed()
      const answers = await Promise.all(
        (['apply', 'keep'] as const).flatMap((settlement) =>
          [ruth, boaz].map(({ token }) => settle(claim, settlement, token)),
        ),
      )
      const done = answers.filter(({ status }) => status === 200)
      const refused = answers.filter(({ body }) => body.error === 'changed_meanwhile')
      expect([done.length, refused.length]).toEqual([1, 3])
      expect(refused[0]?.body.message).toMatch(/^This was settled already, by staff-.+[.]$/)
      const again = await Promise.all(
        (['apply', 'keep'] as const).flatMap((settlement) =>
          [ruth, boaz].map(({ token }) => settle({ ...claim, now: undefined } as Claim, settlement, token)),
        ),
      )
      expect(again.map(({ status }) => status)).toEqual(answers.map(({ status }) => status))
      expect((await markIn(id, child))?.version).toBeLessThanOrEqual(4)
    })

    test('is settled by the next mark of whoever wanted it, who has seen what is there, and by nobody else’s', async () => {
      const { id, child, phone } = await claimed()
      await phone.send(phone.comment(id, child, 'Sang'))
      await markAs(id, child, 'present', boaz.token)
      // Without a look at the roll it is one more thing to settle.
      await phone.send(phone.mark(id, child, 'absent'))
      expect((await list(id)).map(({ kind }) => kind)).toEqual(['mark', 'comment', 'mark'])
      const { version = 0 } = (await markIn(id, child)) ?? {}
      expect(await phone.outcomes(phone.mark(id, child, 'absent', version))).toEqual(['applied'])
      expect((await list(id)).map(({ kind }) => kind)).toEqual(['comment'])
      expect(await phone.outcomes(phone.comment(id, child, 'Sang twice'))).toEqual(['applied'])
      expect(await list(id)).toEqual([])
    })

    test('is settled by the roll and by the list of records too', async () => {
      const first = await claimed()
      await markAs(first.id, first.child, 'present', ruth.token)
      expect(await list(first.id)).toEqual([])
      const { id } = await claimed()
      const { token } = ruth
      const [record] = await server.ask('GET /attendance', { query: { class_id: id }, token })
      await server.ask('PUT /attendance', { body: { attendance_id: record?.id, attended: true }, token })
      expect(await list(id)).toEqual([])
    })

    test('is not applied to a mark that the person has not seen', async () => {
      const { id, child, claim } = await claimed()
      await markAs(id, child, 'present')
      await markAs(id, child, 'absent')
      expect(await settle(claim, 'apply')).toMatchObject({
        status: 409,
        body: { error: 'changed_meanwhile' },
      })
      const [now] = await list(id)
      expect((await settle(now, 'apply')).status).toBe(200)
      expect(await markIn(id, child)).toMatchObject({ state: 'present' })
    })

    test('stays as long as nobody settles it; sixty days after that it is forgotten', async () => {
      const { id, claim } = await claimed()
      const sweep = (days: number) =>
        pastHandlers(server, (db) => forgetAnswers(db, server.clock.now() + days * DAY))
      const rows = () =>
        pastHandlers(server, (db) =>
          db.selectFrom('attendance_claim').select('id').where('class_id', '=', id).execute(),
        )
      await sweep(400)
      expect(await rows()).toHaveLength(1)
      await settle(claim, 'keep')
      await sweep(60)
      expect(await rows()).toHaveLength(1)
      await sweep(60.01)
      expect(await rows()).toHaveLength(0)
    })
  })

  describe('a claim about', () => {
    test('a comment takes the place of the one that is there', async () => {
      const { id, child, phone } = await claimed()
      await markAs(id, child, 'present', boaz.token)
      await phone.send(phone.comment(id, child, 'Sang'))
      const [claim] = await list(id, ruth.token)
      expect(claim).toMatchObject({ kind: 'comment', wanted: { text: 'Sang' } })
      expect((await settle(claim, 'apply', ruth.token)).status).toBe(200)
      expect(await markIn(id, child)).toMatchObject({ state: 'present', comment: 'Sang' })
    })

    test('a guest adds the child once, and what the phone did about them finds the child then', async () => {
      const { id } = await claimed()
      const phone = createPhone(server, { token: ruth.token })
      const guest = { ...phone.guest(id), session_datetime: '2019-01-06T10:00:00' }
      const absence = phone.absence(guest.request_id)
      expect(await phone.outcomes(guest, absence)).toEqual(['claim class_moved', 'claim not_found'])
      const [ofGuest] = await list(id)
      expect(ofGuest).toMatchObject({
        ...{ kind: 'guest', first_name: 'Lydia', last_name: 'Okafor' },
        wanted: { state: 'present', parent_contact: 'Grace, 600 123 456', allergies: 'Peanuts' },
      })
      expect((await settle(ofGuest, 'apply')).status).toBe(200)
      const [ofAbsence] = (await list()).filter(({ kind }) => kind === 'absence')
      expect(ofAbsence).toMatchObject({ first_name: 'Lydia', wanted: { from_day: '2026-08-01' } })
      expect((await settle(ofAbsence, 'apply')).status).toBe(200)
      const { attendee_id = 0 } = ofAbsence ?? {}
      expect(await childIn(id, attendee_id)).toMatchObject({ mark: { state: 'present' } })
      expect(await server.ask('GET /attendees/absences', { query: { attendee_id } })).toHaveLength(1)
      const later = await phone.outcomes(phone.mark(id, guest.request_id, 'present'))
      expect(later).toEqual(['applied'])
      const kept = await pastHandlers(server, (db) =>
        db.selectFrom('attendance_claim').select('guest').where('class_id', '=', id).execute(),
      )
      expect(JSON.stringify(kept)).not.toContain('Lydia')
    })

    test('a guest who was added after all and then erased says no word of them', async () => {
      const { id } = await claimed()
      const phone = createPhone(server)
      const guest = phone.guest(id)
      const early = phone.comment(id, guest.request_id, 'Zilpah sang')
      expect(await phone.outcomes(early)).toEqual(['claim not_found'])
      const [added] = (await phone.send(guest)).operations
      const [claim] = await list(id)
      expect(claim).toMatchObject({ attendee_id: added?.attendee_id, wanted: { text: 'Zilpah sang' } })
      await server.ask('POST /attendees/erase', { body: { attendee_id: added?.attendee_id } })
      const rows = await pastHandlers(server, (db) =>
        db.selectFrom('attendance_claim').selectAll().where('class_id', '=', id).execute(),
      )
      expect(rows).toHaveLength(2)
      expect(JSON.stringify(rows)).not.toMatch(/Zilpah|Lydia/)
    })

    test('a class that was deleted waits until that is restored; one for good can only be left', async () => {
      const { id, child, phone } = await claimed()
      const records = (await server.ask('GET /attendance', { query: { class_id: id } })).length
      await server.ask('DELETE /classes', { query: { class_id: id, records } })
      await phone.send(phone.mark(id, child, 'not_recorded'))
      const [late, early] = await list(id)
      expect(late).toMatchObject({ reason: 'class_deleted', class_title: 'Wrens' })
      expect(await settle(late, 'apply')).toMatchObject({ status: 404, body: { error: 'not_found' } })
      await server.ask('POST /trash/restore', { body: { record: `class/${id}` } })
      expect((await settle(early, 'apply')).status).toBe(200)
      expect(await markIn(id, child)).toMatchObject({ state: 'present' })
      await server.ask('DELETE /classes', { query: { class_id: id, records } })
      await server.ask('DELETE /trash', { query: { record: `class/${id}` } })
      expect((await settle(late, 'apply')).status).toBe(404)
      expect((await settle(late, 'keep')).status).toBe(200)
    })

    test('a child who was deleted waits for the child; one who was erased says no name and no word of it', async () => {
      const { id, child, phone } = await claimed()
      await phone.send(phone.comment(id, child, 'Zipporah sang'))
      await server.ask('DELETE /attendees', { query: { attendee_id: child } })
      const [comment] = await list(id)
      expect(comment).toMatchObject({ first_name: '', wanted: { text: 'Zipporah sang' } })
      expect((await settle(comment, 'apply')).status).toBe(404)
      await server.ask('POST /trash/restore', { body: { record: `attendee/${child}` } })
      expect((await list(id))[0]).toMatchObject({ attendee_id: child, last_name: 'Ruiz' })
      await server.ask('POST /attendees/erase', { body: { attendee_id: child } })
      const left = await list(id)
      expect(left.map(({ first_name, last_name, wanted }) => [first_name, last_name, wanted])).toEqual([
        ['', '', { text: '' }],
        ['', '', { state: 'present' }],
      ])
      expect((await settle(left[1], 'apply')).status).toBe(404)
      expect((await settle(left[1], 'keep')).status).toBe(200)
    })
  })

  describe('who sees and settles', () => {
    test('administrators all, teachers those of their own classes and what they wanted themselves', async () => {
      const { id, series_id, session_datetime, claim } = await claimed()
      const naomi = await addTeacher(server)
      expect((await list(id, boaz.token)).map((one) => one.id)).toEqual([claim?.id])
      expect(await list(id, naomi.token)).toEqual([])
      expect(await settle(claim, 'keep', naomi.token)).toMatchObject({ status: 403 })
      const change = { id, scope: 'one', title: 'Wrens', session_datetime, version: 1, teachers: [boaz.sub] }
      await server.ask('PUT /classes', { body: change })
      const [hers] = await list(undefined, ruth.token)
      expect(hers).toMatchObject({ id: claim?.id, may_settle: false, wanted: { state: 'present' } })
      expect([hers?.there, hers?.now]).toEqual([undefined, undefined])
      expect(await settle(claim, 'apply', ruth.token)).toMatchObject({ status: 403 })
      expect((await list()).map((one) => one.id)).toContain(claim?.id)
      expect((await settle(claim, 'apply', boaz.token)).status).toBe(200)
      expect(series_id).toBeGreaterThan(0)
    })

    test('the roll and Today say how many there are, and open rolls notice', async () => {
      const { id, phone, child, claim } = await claimed()
      const roll = (since?: string) =>
        server.ask('GET /attendance/roll-call', { query: { class_id: id, ...(since && { since }) } })
      const today = async (token: string) =>
        (await server.tryCall('GET /today', { token })).body as unknown as { claims?: number }
      const first = await roll()
      expect(first.roll?.claims).toBe(1)
      const naomi = await addTeacher(server)
      expect((await today(naomi.token)).claims).toBeUndefined()
      const before = (await today(boaz.token)).claims ?? 0
      const { classes } = await phone.send(phone.comment(id, child, 'Sang'))
      const second = await roll(first.revision)
      expect(second.roll?.claims).toBe(2)
      // The phone that has sent it has not seen the roll with it.
      expect(classes[0]?.revision).not.toBe(second.revision)
      expect((await today(boaz.token)).claims).toBe(before + 1)
      for (const one of await list(id)) {
        await settle(one, 'keep')
      }
      const last = await roll(second.revision)
      expect([last.roll?.children.length, last.roll?.claims]).toEqual([1, undefined])
      expect(claim?.version).toBe(1)
    })

    test('the newest comes first', async () => {
      const { id, child, phone, claim } = await claimed()
      await phone.send(phone.comment(id, child, 'Sang'))
      const ids = (await list(id)).map((one) => one.id)
      expect(ids).toHaveLength(2)
      expect(ids[1]).toBe(claim?.id)
    })

    test('who settled it stands in the audit trail', async () => {
      const { id, claim } = await claimed()
      await settle(claim, 'keep')
      const { results } = await server.ask('GET /audit', { query: { limit: 1 } })
      expect(results).toMatchObject([
        { kind: 'claim_settled', record: `class/${id}`, actor: ADA.email, parts: { settlement: 'keep' } },
      ])
    })
  })
})
