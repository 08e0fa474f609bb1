import { afterAll, beforeAll, expect, test } from 'vitest'
import { addTeacher } from '../../testing/build-class.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { holdClass, newChild, pastHandlers, SUNDAY } from '../../testing/hold-classes.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

eachDatabase((database) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ database })
  })
  afterAll(() => server.destroy())

  const list = (class_id: number) => server.ask('GET /attendance', { query: { class_id } })
  const add = (class_id: number, attendee_id: number, attended = false) =>
    server.ask('POST /attendance', { body: { class_id, attendee_id, attended } })
  const tryAdd = async (class_id: number, attendee_id: number) => {
    const { status, body } = await server.tryCall('POST /attendance', { body: { class_id, attendee_id } })
    return { status, body }
  }

  test('a child who is added is in the class, and nothing is said yet about having come', async () => {
    const { id: class_id } = await holdClass(server)
    const attendee_id = await newChild(server, { first_name: 'Ana', last_name: 'Ruiz' })
    const { message, id } = await add(class_id, attendee_id)
    expect(message).toBe('Attendance record added')
    expect(await list(class_id)).toEqual([
      {
        id,
        class_id,
        attendee_id,
        first_name: 'Ana',
        last_name: 'Ruiz',
        attended: false,
        state: 'not_recorded',
        comment: '',
        version: expect.any(Number),
      },
    ])
  })

  test('who is added as attended is present', async () => {
    const { id: class_id } = await holdClass(server)
    await add(class_id, await newChild(server), true)
    expect(await list(class_id)).toMatchObject([{ attended: true, state: 'present' }])
  })

  test('records are listed by last name, then first, without regard to case and accents', async () => {
    const { id: class_id } = await holdClass(server)
    for (const [first_name, last_name] of [
      ['Zoe', 'Álvarez'],
      ['ana', 'alvarez'],
      ['Ben', 'Zuma'],
      ['Éva', 'Bauer'],
    ] as const) {
      await add(class_id, await newChild(server, { first_name, last_name }))
    }
    const names = (await list(class_id)).map(({ first_name, last_name }) => `${first_name} ${last_name}`)
    expect(names).toEqual(['ana alvarez', 'Zoe Álvarez', 'Éva Bauer', 'Ben Zuma'])
  })

  test('nobody is added twice to a class, nor to two classes of one time', async () => {
    const { id: class_id } = await holdClass(server)
    const { id: other } = await holdClass(server)
    const { id: later } = await holdClass(server, { session_datetime: '2026-05-10T10:30:00' })
    const child = await newChild(server)
    await add(class_id, child)
    expect(await tryAdd(class_id, child)).toEqual({
      status: 409,
      body: {
        error: 'already_in_class',
        message: 'Add Failed. Selected Attendee already in this class.',
      },
    })
    expect(await tryAdd(other, child)).toEqual({
      status: 409,
      body: {
        error: 'in_another_class',
        message: expect.stringMatching(
          /^Add Failed\. Selected Attendee already in another class: Class \d+, 2026-05-03 10:30$/,
        ),
      },
    })
    await add(later, child)
  })

  test('the other class of a child is named with its time, to whoever may see the class that asks', async () => {
    const { id: class_id } = await holdClass(server)
    const { id: other } = await holdClass(server, { title: 'Shepherds' })
    const child = await newChild(server)
    const find = (id: number, token?: string) =>
      server.tryCall('GET /attendance/other-class', {
        query: { class_id: id, attendee_id: child },
        ...(token !== undefined && { token }),
      })
    expect((await find(class_id)).body).toEqual({ other_class: null })
    await add(other, child)
    expect((await find(class_id)).body).toEqual({
      other_class: { title: 'Shepherds', session_datetime: SUNDAY },
    })
    expect((await find(other)).body).toEqual({ other_class: null })
    const { token } = await addTeacher(server)
    expect(await find(class_id, token)).toMatchObject({ status: 403, body: { error: 'not_allowed' } })
  })

  test('a record is marked, and a comment that is left out stays', async () => {
    const { id: class_id } = await holdClass(server)
    const { id: attendance_id } = await add(class_id, await newChild(server))
    const mark = (attended: boolean, comment?: string) =>
      server.ask('PUT /attendance', { body: { attendance_id, attended, comment } })
    expect(await mark(true, 'came late')).toEqual({ message: 'Attendance record updated' })
    expect(await list(class_id)).toMatchObject([{ state: 'present', comment: 'came late' }])
    await mark(false)
    expect(await list(class_id)).toMatchObject([{ state: 'absent', comment: 'came late' }])
    await mark(false, '')
    expect(await list(class_id)).toMatchObject([{ state: 'absent', comment: '' }])
  })

  test('a comment stays as it was typed, in the records and in the roll, up to 500 characters', async () => {
    const { id: class_id } = await holdClass(server)
    const { id: attendance_id } = await add(class_id, await newChild(server))
    const say = (comment: string | null) =>
      server.tryCall('PUT /attendance', { body: { attendance_id, attended: true, comment } })
    const said = async () => {
      const { roll } = await server.ask('GET /attendance/roll-call', { query: { class_id } })
      const [record] = await list(class_id)
      expect(roll?.children[0]?.mark.comment).toBe(record?.comment)
      return record?.comment
    }
    for (const comment of [
      'Mum/dad collects at 11:30 (call first!)\n\n  – nut allergy: "none" & <b>no</b> dairy; 🎉 100%',
      '<script>alert(1)</script>',
      '=1+1',
      '👪'.repeat(250),
    ]) {
      expect((await say(comment)).status).toBe(200)
      expect(await said()).toBe(comment)
    }
    expect(await say('x'.repeat(501))).toMatchObject({ status: 400, body: { field: 'comment' } })
    for (const nothing of [' \n ', null, '']) {
      await say('something')
      await say(nothing)
      expect(await said()).toBe('')
    }
  })

  test('who was only added is marked absent by saying that they did not come', async () => {
    const { id: class_id } = await holdClass(server)
    const { id: attendance_id } = await add(class_id, await newChild(server))
    await server.ask('PUT /attendance', { body: { attendance_id, attended: false } })
    expect(await list(class_id)).toMatchObject([{ attended: false, state: 'absent' }])
  })

  test('a mark based on an older version is refused, unless it changes nothing', async () => {
    const { id: class_id } = await holdClass(server)
    const { id: attendance_id } = await add(class_id, await newChild(server))
    const version = (await list(class_id))[0]?.version ?? 0
    const put = (body: object) =>
      server.tryCall('PUT /attendance', { body: { attendance_id, version, ...body } })
    expect((await put({ attended: true })).status).toBe(200)
    expect((await put({ attended: true })).status).toBe(200)
    expect(await put({ attended: false })).toMatchObject({
      status: 409,
      body: {
        error: 'changed_meanwhile',
        message: 'Someone else has changed this attendance record meanwhile. Look at it again first.',
      },
    })
    expect((await put({ attended: false, version: undefined })).status).toBe(200)
  })

  test('a version never comes twice, not even for a record that was deleted and added again', async () => {
    const { id: class_id } = await holdClass(server)
    const child = await newChild(server)
    const seen = new Set<number>()
    for (const round of [1, 2, 3]) {
      const { id: attendance_id } = await add(class_id, child)
      await server.ask('PUT /attendance', { body: { attendance_id, attended: true } })
      const version = (await list(class_id))[0]?.version ?? 0
      expect(seen.has(version), `round ${round}`).toBe(false)
      seen.add(version)
      await server.ask('DELETE /attendance', { query: { attendance_id } })
    }
  })

  test('a record that is deleted is gone, and the child may be added elsewhere', async () => {
    const { id: class_id } = await holdClass(server)
    const child = await newChild(server)
    const { id: attendance_id } = await add(class_id, child)
    expect(await server.ask('DELETE /attendance', { query: { attendance_id } })).toEqual({
      message: 'Attendance record deleted',
    })
    expect(await list(class_id)).toEqual([])
    await add((await holdClass(server)).id, child)
  })

  test('a record is not deleted with the comment that somebody has written meanwhile', async () => {
    const { id: class_id } = await holdClass(server)
    const { id: attendance_id } = await add(class_id, await newChild(server))
    const version = (await list(class_id))[0]?.version
    const remove = (query: object) =>
      server.tryCall('DELETE /attendance', { query: { attendance_id, ...query } })
    const body = { attendance_id, attended: true, comment: 'fell, call her mother' }
    await server.ask('PUT /attendance', { body })
    expect(await remove({ version })).toMatchObject({
      status: 409,
      body: {
        error: 'changed_meanwhile',
        message: 'Someone else has changed this attendance record meanwhile. Look at it again first.',
      },
    })
    expect(await list(class_id)).toMatchObject([{ comment: 'fell, call her mother' }])
    expect((await remove({ version: (await list(class_id))[0]?.version })).status).toBe(200)
  })

  test('the attendees in other classes at the same time are listed by their ids', async () => {
    const session_datetime = '2026-06-07T10:30:00'
    const here = await holdClass(server, { session_datetime })
    const there = await holdClass(server, { session_datetime })
    const [one, two, three] = [await newChild(server), await newChild(server), await newChild(server)]
    await add(there.id, three)
    await add(there.id, two)
    await add(here.id, one)
    const booked = (query: object) => server.ask('GET /attendance/by-date', { query: { ...query } })
    expect(await booked({ session_datetime, exclude_class_id: here.id })).toEqual([two, three])
    expect(await booked({ session_datetime: '2026-06-07 10:30', exclude_class_id: there.id })).toEqual([one])
    expect(await booked({ session_datetime: SUNDAY.replace('05', '07'), exclude_class_id: here.id })).toEqual(
      [],
    )
  })

  test('who changed a record and when is kept', async () => {
    const { id: class_id } = await holdClass(server)
    const { id: attendance_id } = await add(class_id, await newChild(server))
    server.clock.advance(60_000)
    const person = await server.addPerson(`${crypto.randomUUID()}@vestry.test`, ['Admins'])
    const token = await server.signIn(person)
    const body = { attendance_id, attended: true }
    await server.ask('PUT /attendance', { body, token })
    const row = await pastHandlers(server, (db) =>
      db
        .selectFrom('attendance')
        .innerJoin('identity_user', 'sub', 'changed_by')
        .select(['changed', 'email'])
        .where('attendance.id', '=', attendance_id)
        .executeTakeFirst(),
    )
    expect(row).toEqual({ changed: server.clock.now(), email: person.email })
  })

  test.each([
    [{ class_id: 'x' }, 'class_id', 'class_id must be a whole number above 0.'],
    [{ attendee_id: 0 }, 'attendee_id', 'attendee_id must be a whole number above 0.'],
    [{ attended: 'yes' }, 'attended', 'attended must be true or false.'],
  ])('refuses %j and names the field', async (overrides, field, message) => {
    const body = { class_id: 1, attendee_id: 1, ...overrides }
    expect(await server.tryCall('POST /attendance', { body })).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', field, message },
    })
  })
})
