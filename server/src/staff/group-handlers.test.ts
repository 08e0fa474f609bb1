import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachDatabase } from '../testing/each-database.ts'
import { ADA, startTestServer, type TestServer } from '../testing/start-test-server.ts'

const CHILD = { first_name: 'Ann', last_name: 'Archer', birthdate: null }

eachDatabase((on) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ database: on })
  })
  afterAll(() => server.destroy())

  const add = (name: string, rights: string[] = []) =>
    server.tryCall('POST /staff/groups', { body: { name, rights } })
  const remove = (group: string) => server.tryCall('DELETE /staff/groups', { query: { group } })
  const setMember = (group: string, sub: string, member = true) =>
    server.tryCall('PUT /staff/groups/people', { body: { group, sub, member } })
  const rightsOf = async (group: string) => (await server.ask('GET /settings')).rights[group]
  const groupNames = async () => (await server.ask('GET /staff/groups')).map(({ name }) => name)
  const groupsOf = async (sub: string) =>
    (await server.ask('GET /staff/groups/people')).find((person) => person.sub === sub)?.groups

  /** Somebody in these groups, with their token. */
  async function addPerson(name: string, groups: string[]) {
    const email = `${name}@vestry.test`
    const person = await server.addPerson(email, groups)
    const sub = (await server.app.identity.users.list()).find((user) => user.email === email)?.sub ?? ''
    return { sub, token: await server.signIn(person) }
  }

  const mayAddChildren = async (token: string) => {
    const { status } = await server.tryCall('POST /attendees', { body: CHILD, token })
    expect([200, 403]).toContain(status)
    return status === 200
  }
  const mayArrange = async (token: string) =>
    (await server.tryCall('GET /classes/by-date', { token })).status === 200

  test('a group that is made holds nothing, comes last, and counts at once with what it is given', async () => {
    expect((await add('Greeters')).status).toBe(200)
    expect(await groupNames()).toEqual(['Admins', 'Teachers', 'Greeters'])
    expect(await rightsOf('Greeters')).toEqual([])
    const { sub, token } = await addPerson('greta', [])
    expect(await mayAddChildren(token)).toBe(true)
    expect((await setMember('Greeters', sub)).body).toMatchObject({ groups: ['Greeters'] })
    expect([await mayAddChildren(token), await mayArrange(token)]).toEqual([false, false])
    await server.ask('PUT /settings/rights', { body: { group: 'Greeters', rights: ['children', 'arrange'] } })
    expect([await mayAddChildren(token), await mayArrange(token)]).toEqual([true, true])
    await setMember('Greeters', sub, false)
    expect([await groupsOf(sub), await mayArrange(token)]).toEqual([[], false])
  })

  test('the office can be made with its rights; a teacher who is put into it stays a teacher', async () => {
    await add('Office', ['arrange', 'allChildren', 'children'])
    expect(await rightsOf('Office')).toEqual(['children', 'allChildren', 'arrange'])
    const teacher = await addPerson('thea', ['Teachers'])
    expect((await setMember('Office', teacher.sub)).body).toMatchObject({ groups: ['Teachers', 'Office'] })
    expect(await mayArrange(teacher.token)).toBe(false)
    await setMember('Teachers', teacher.sub, false)
    expect(await mayArrange(teacher.token)).toBe(true)
    // Whichever comes first.
    expect((await setMember('Teachers', teacher.sub)).body).toMatchObject({ groups: ['Teachers', 'Office'] })
    expect(await mayArrange(teacher.token)).toBe(false)
    for (const call of ['GET /staff', 'GET /settings', 'GET /staff/groups/people']) {
      expect((await server.tryCall(call, { token: teacher.token })).status).toBe(403)
    }
  })

  test('a name that exists is refused however it is spelled, also by one of two who make it at once', async () => {
    await add('Ushers')
    await server.ask('PUT /settings/rights', { body: { group: 'Ushers', rights: ['sermons'] } })
    for (const name of ['Ushers', 'USHERS', 'admins', 'teachers']) {
      expect(await add(name)).toMatchObject({
        status: 409,
        body: {
          error: 'already_exists',
          message: expect.stringMatching(/^There is a group (Ushers|Admins|Teachers) already/),
          field: 'name',
        },
      })
    }
    expect(await rightsOf('Ushers')).toEqual(['sermons'])
    const both = await Promise.all([add('Stewards', ['delete']), add('Stewards', ['arrange'])])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await rightsOf('Stewards')).toEqual(both[0]?.status === 200 ? ['delete'] : ['arrange'])
  })

  test('a group that nobody described is not taken over from those who are in it', async () => {
    const { token } = await addPerson('carl', ['Caterers'])
    expect((await add('Caterers')).status).toBe(409)
    expect([await rightsOf('Caterers'), await mayArrange(token)]).toEqual([undefined, true])
  })

  test('a group that the user pool brings keeps what it holds by default', async () => {
    await add('Before')
    await server.app.identity.users.create({
      email: 'una@vestry.test',
      groups: ['Musicians'],
      password: ADA.password,
      permanent: true,
    })
    const token = await server.signIn({ email: 'una@vestry.test', password: ADA.password })
    expect([await mayAddChildren(token), await mayArrange(token)]).toEqual([true, true])
  })

  test.each(['Church office', 'a/b', '..', '__proto__', 'x'.repeat(65), ''])(
    '%j can’t be the name of a group',
    async (name) => {
      expect(await add(name)).toMatchObject({ status: 400, body: { field: 'name' } })
    },
  )

  test('a deleted group is nobody’s, holds nothing, and says so to whoever still sees it', async () => {
    await add('Cleaners', ['arrange'])
    const alone = await addPerson('alma', ['Cleaners'])
    const teacher = await addPerson('tilda', ['Teachers', 'Cleaners'])
    expect(await mayArrange(alone.token)).toBe(true)
    expect((await remove('Cleaners')).status).toBe(200)
    expect(await groupNames()).not.toContain('Cleaners')
    expect([await groupsOf(alone.sub), await groupsOf(teacher.sub)]).toEqual([[], ['Teachers']])
    expect([await mayArrange(alone.token), await rightsOf('Cleaners')]).toEqual([false, []])
    const gone = {
      status: 409,
      body: {
        error: 'unknown_group',
        message: 'There is no group Cleaners any more; someone has deleted it.',
      },
    }
    expect(await remove('Cleaners')).toMatchObject(gone)
    expect(await setMember('Cleaners', alone.sub)).toMatchObject(gone)
    const tick = (seen: string[]) =>
      server.tryCall('PUT /settings/rights', { body: { group: 'Cleaners', rights: ['delete'], seen } })
    expect(await tick([])).toMatchObject(gone)
    expect(await tick(['arrange'])).toMatchObject(gone)
    // Made again it begins with nothing.
    await add('Cleaners')
    expect(await rightsOf('Cleaners')).toEqual([])
  })

  test('the groups that the server goes by stay, and so does the last administrator', async () => {
    for (const group of ['Admins', 'Teachers']) {
      expect((await remove(group)).status).toBe(400)
    }
    const { results } = await server.ask('GET /staff', { query: { search: ADA.email } })
    expect(await setMember('Admins', results[0]?.sub ?? '', false)).toMatchObject({
      body: { error: 'last_administrator' },
    })
  })

  test('the audit trail has who made and deleted a group, what it was given, and who was put into it', async () => {
    const { sub } = await addPerson('abel', ['Teachers'])
    await add('Drivers', ['sermons'])
    await setMember('Drivers', sub)
    await remove('Drivers')
    const { results } = await server.ask('GET /audit', { query: { limit: 4 } })
    expect(results.map(({ kind, parts, actor: by }) => ({ kind, parts, by }))).toEqual([
      { kind: 'groups_changed', parts: { group: 'Drivers', change: 'removed' }, by: ADA.email },
      {
        kind: 'staff_groups_changed',
        parts: { before: ['Teachers'], after: ['Teachers', 'Drivers'] },
        by: ADA.email,
      },
      { kind: 'rights_changed', parts: { group: 'Drivers', rights: ['sermons'] }, by: ADA.email },
      { kind: 'groups_changed', parts: { group: 'Drivers', change: 'added' }, by: ADA.email },
    ])
  })
})
