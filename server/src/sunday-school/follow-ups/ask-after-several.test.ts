import { afterAll, beforeAll, expect, test } from 'vitest'
import { addChildren, addTeacher, enrolledClass } from '../../testing/build-class.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { enrolAll, holdClass, newChild } from '../../testing/hold-classes.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

eachDatabase((database) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ database })
  })
  afterAll(() => server.destroy())

  const newest = async () => (await server.ask('GET /follow-up')).newest
  const bodyFor = async (attendee_ids: number[], given: { seen?: number; assigned_to?: string } = {}) => ({
    request_id: crypto.randomUUID(),
    attendee_ids,
    seen: await newest(),
    note: 'Camp',
    assigned_to: '',
    due_day: '2026-05-17',
    ...given,
  })
  const notesOf = async (attendee_id: number) => {
    const { entries } = await server.ask('GET /follow-up/child', { query: { attendee_id } })
    return entries.map(({ note }) => note)
  }
  const writeOne = async (attendee_id: number, note: string) => {
    const { entries } = await server.ask('GET /follow-up/child', { query: { attendee_id } })
    await server.ask('POST /follow-up', {
      body: {
        ...{ request_id: crypto.randomUUID(), attendee_id, seen: entries[0]?.id ?? 0, note },
        ...{ outcome: 'reached', assigned_to: '', due_day: '', until_day: '' },
      },
    })
  }
  const undo = async (entries: number[]) =>
    (await server.ask('POST /follow-up/several/undo', { body: { entries } })).attendee_ids

  test('the same request twice writes one entry about each child, and answers the same entries', async () => {
    const children = await addChildren(server, 3)
    const body = await bodyFor([...children, ...children])
    const answers = await Promise.all([1, 2].map(() => server.ask('POST /follow-up/several', { body })))
    const [first, second] = answers.map(({ entries }) => entries.toSorted((a, b) => a - b))
    expect(first).toHaveLength(3)
    expect(second).toEqual(first)
    expect(await Promise.all(children.map(notesOf))).toEqual([['Camp'], ['Camp'], ['Camp']])
  })

  test('who was deleted, or asked after by somebody else meanwhile, is left alone and named', async () => {
    const [gone = 0, busy = 0, free = 0] = await addChildren(server, 3)
    const body = await bodyFor([gone, busy, free, 4711])
    await writeOne(busy, 'Rang')
    await server.ask('DELETE /attendees', { query: { attendee_id: gone } })
    const { entries, left } = await server.ask('POST /follow-up/several', { body })
    expect(entries).toHaveLength(1)
    expect(left).toEqual([
      { id: gone, why: 'not_found' },
      { id: busy, why: 'changed_meanwhile' },
      { id: 4711, why: 'not_found' },
    ])
    expect([await notesOf(busy), await notesOf(free)]).toEqual([['Rang'], ['Camp']])
  })

  test('undo takes back these entries alone, and none about which something was written since', async () => {
    const [one = 0, other = 0] = await addChildren(server, 2)
    await writeOne(one, 'Before')
    const { entries } = await server.ask('POST /follow-up/several', { body: await bodyFor([one, other]) })
    await writeOne(other, 'Since')
    expect(await undo(entries)).toEqual([one])
    expect(await undo(entries)).toEqual([])
    expect([await notesOf(one), await notesOf(other)]).toEqual([['Before'], ['Since', 'Camp']])
  })

  test('nobody takes back what somebody else wrote', async () => {
    const child = await newChild(server)
    const { entries } = await server.ask('POST /follow-up/several', { body: await bodyFor([child]) })
    const { token } = await addTeacher(server)
    const { status, body } = await server.tryCall('POST /follow-up/several/undo', {
      body: { entries },
      token,
    })
    expect([status, body]).toMatchObject([200, { attendee_ids: [] }])
    expect(await notesOf(child)).toEqual(['Camp'])
  })

  test('teachers write about the children of their own classes; all others are left alone', async () => {
    const { sub, token } = await addTeacher(server)
    const { attendees } = await enrolledClass(server, 2, { teachers: [sub] })
    const other = await newChild(server)
    const { status, body } = await server.tryCall('POST /follow-up/several', {
      body: await bodyFor([...attendees, other]),
      token,
    })
    expect([status, body]).toMatchObject([200, { left: [{ id: other, why: 'not_allowed' }] }])
    expect(await notesOf(other)).toEqual([])
  })

  test('who was chosen is a task of whoever looks after it, until the outcome is known or the child comes', async () => {
    const { sub, name } = await addTeacher(server)
    const { id: class_id, series_id } = await holdClass(server)
    const attendees = await addChildren(server, 2)
    await enrolAll(server, series_id, attendees)
    const [reached = 0, came = 0] = attendees
    const tasks = async () => {
      const all = (await server.ask('GET /follow-up')).tasks
      return all.filter(({ attendee_id }) => attendees.includes(attendee_id))
    }
    const onToday = async () => (await server.ask('GET /today')).office?.missing.count ?? 0
    const before = await onToday()
    expect(await tasks()).toEqual([])
    await server.ask('POST /follow-up/several', { body: await bodyFor(attendees, { assigned_to: sub }) })
    const task = {
      ...{ series_id: null, class_title: '', missed: 0, due_day: '2026-05-17', assigned_to: { sub, name } },
      entries: [{ note: 'Camp' }],
    }
    expect(await tasks()).toMatchObject([task, task])
    expect(await onToday()).toBe(before + 2)
    await writeOne(reached, 'All is well')
    server.clock.advance(1000)
    await server.ask('PUT /attendance/roll-call', {
      body: { class_id, marks: [{ attendee_id: came, state: 'present', seen: 0 }] },
    })
    expect(await tasks()).toEqual([])
  })

  test('nobody is to look after them who can’t sign in', async () => {
    const body = await bodyFor(await addChildren(server, 1), { assigned_to: 'nobody' })
    const refused = await server.tryCall('POST /follow-up/several', { body })
    expect(refused).toMatchObject({ status: 400, body: { field: 'assigned_to' } })
  })
})
