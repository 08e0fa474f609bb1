import { Found, FoundPerson } from '@vestry/contract/calls/find.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { addChildren, addTeacher, plan } from '../../testing/build-class.ts'
import { publish } from '../../testing/build-sermon.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { addFamily } from '../../testing/family-contract.ts'
import { ADA, startTestServer, type TestServer } from '../../testing/start-test-server.ts'

// The clock of the tests is set to ten in the morning on Sunday 3 May 2026.

eachDatabase((database) => {
  let server: TestServer
  let ruth: Awaited<ReturnType<typeof addTeacher>>

  beforeAll(async () => {
    server = await startTestServer({ database })
    ruth = await addTeacher(server)
  })
  afterAll(() => server.destroy())

  async function find(text: string, token?: string): Promise<Found> {
    const { status, body } = await server.tryCall('GET /find', { query: { text }, ...(token && { token }) })
    expect(status).toBe(200)
    expect(Found.parse(body)).toEqual(body)
    return body as unknown as Found
  }
  async function findStaff(text: string): Promise<FoundPerson[]> {
    return z.array(FoundPerson).parse(await server.ask('GET /find/staff', { query: { text } }))
  }
  const namesIn = ({ children }: Found) => children.map(({ first_name }) => first_name)
  const titlesIn = ({ sermons }: Found) => sermons.map(({ localizedname }) => localizedname)
  const addChild = async (first_name: string, last_name: string, more: object = {}) =>
    (await server.ask('POST /attendees', { body: { first_name, last_name, ...more } })).id

  test('a child is found by either name, without accents and apostrophes, and by its contact', async () => {
    const parent_contact = 'Mum zoe.mum@example.org 0600 111 222'
    const body = { birthdate: '2018-05-04', notes: 'Secret', allergies: 'Nuts', parent_contact }
    const id = await addChild('Zoë <b>🦊', 'O’Brien Núñez', body)
    const line = { id, first_name: 'Zoë', last_name: 'OʼBrien Núñez', age: 7 }
    for (const text of [
      'zoe',
      'ZOË',
      'obr',
      "o'brien",
      'nunez zoe',
      'Núñez',
      'zoe.mum@example',
      '0600 111',
    ]) {
      expect([text, (await find(text)).children]).toEqual([text, [line]])
    }
    expect((await find('zoe xyz')).children).toEqual([])
  })

  test('names that begin so come first, and five at most', async () => {
    for (const [first, last] of [
      ['Susvera', 'Abad'],
      ['Vera', 'Zorn'],
      ['Ida', 'Verazzi'],
      ['Vera', 'Bach'],
      ['Olvera', 'Adams'],
      ['Vera', 'Cole'],
      ['Revera', 'Aust'],
    ] as const) {
      await addChild(first, last)
    }
    expect(namesIn(await find('vera'))).toEqual(['Vera', 'Vera', 'Ida', 'Vera', 'Susvera'])
    expect((await find('vera')).children[0]).toEqual({
      ...{ id: expect.any(Number), first_name: 'Vera', last_name: 'Bach', age: null },
    })
  })

  test('a family is found by its name, its adults and their telephone numbers', async () => {
    const [child = 0] = await addChildren(server, 1)
    const { id } = await addFamily(server, { name: 'Quetzalcoatl', children: [child] })
    for (const text of ['quetz', '161 496 0000', 'López']) {
      const { families } = await server.ask('GET /find', { query: { text } })
      expect(families).toContainEqual({ id, name: 'Quetzalcoatl', children: [expect.any(String)] })
    }
  })

  test.each(['', ' ', 'ze', 'z e', '%%%', '___', '<b>', '  \t é '])('“%s” finds nothing', async (text) => {
    await addChild('Ze', 'Zz')
    expect(await find(text)).toEqual({ children: [], families: [], sermons: [], classes: [] })
    expect(await findStaff(text)).toEqual([])
  })

  test('two short words are found where they stand side by side', async () => {
    const id = await addChild('Li', 'Wu')
    expect((await find('li wu')).children).toMatchObject([{ id }])
    expect((await find('li w')).children).toMatchObject([{ id }])
  })

  test('what means something to a database is searched as it stands, and harms nothing', async () => {
    for (const text of [
      '100%',
      "'; drop table attendee; --",
      '\\\\\\',
      '"""',
      'a%b_c',
      '🌷🌷🌷',
      'AND OR NOT *',
    ]) {
      expect((await find(text)).children).toEqual([])
    }
    for (const text of ['\u0000abc', 'x'.repeat(201)]) {
      expect((await server.tryCall('GET /find', { query: { text } })).body).toMatchObject({ field: 'text' })
    }
  })

  test('sermons are found by words of their title in any order, the newest first', async () => {
    for (const year of [2020, 2024, 2021, 2026, 2023, 2022]) {
      await publish(server, {
        localizedname: `Grace abounds ${year}`,
        event_datetime: `${year}-01-04T10:30:00`,
      })
    }
    expect(titlesIn(await find('abounds GRACE'))).toEqual([
      ...['Grace abounds 2026', 'Grace abounds 2024', 'Grace abounds 2023', 'Grace abounds 2022'],
      'Grace abounds 2021',
    ])
    const { sermons } = await find('abounds 2020')
    expect(sermons).toEqual([
      {
        uuid: expect.any(String),
        localizedname: 'Grace abounds 2020',
        event_datetime: '2020-01-04T10:30:00',
      },
    ])
  })

  test('titles in which a word begins so come before those that have it amid a word', async () => {
    const on = (day: string) => ({ event_datetime: `${day}T10:30:00` })
    await publish(server, { localizedname: 'Stand, O Lintel', ...on('2020-02-02') })
    await publish(server, { localizedname: 'The Zolintex papers', ...on('2024-02-04') })
    await publish(server, { localizedname: 'Lintels and doorposts', ...on('2021-02-07') })
    await plan(server, { title: 'Bolintas', session_datetime: '2026-06-07T08:15' })
    await plan(server, { title: 'The lintel class', session_datetime: '2026-06-14T08:15' })
    const found = await find('lint')
    expect(titlesIn(found)).toEqual(['Lintels and doorposts', 'Stand, O Lintel', 'The Zolintex papers'])
    expect(found.classes.map(({ title }) => title)).toEqual(['The lintel class', 'Bolintas'])
    expect(titlesIn(await find('zolin lint'))).toEqual(['The Zolintex papers'])
  })

  test('of a series the class that is held next is found, and else the last one', async () => {
    const weekly = (times: number) => ({ every: 1, weekdays: ['SU' as const], times })
    const coming = await plan(server, {
      ...{ title: 'Otters 🦦', session_datetime: '2026-04-19T10:30:00', repeat: weekly(5) },
    })
    const over = await plan(server, {
      ...{ title: 'Otters of old', session_datetime: '2025-04-20T10:30:00', repeat: weekly(3) },
    })
    const today = { id: coming.id + 2, title: 'Otters 🦦', session_datetime: '2026-05-03T10:30:00' }
    const last = { id: over.id + 2, title: 'Otters of old', session_datetime: '2025-05-04T10:30:00' }
    const held = { cancelled: false }
    expect((await find('otters')).classes).toEqual([
      { ...today, ...held },
      { ...last, ...held },
    ])
    await server.ask('PUT /classes/cancelled', { body: { class_id: today.id, cancelled: true } })
    const [next] = (await find('otters')).classes
    expect(next).toEqual({ ...today, ...held, id: coming.id + 3, session_datetime: '2026-05-10T10:30:00' })
    await server.ask('PUT /classes/cancelled', {
      body: { class_id: coming.id, cancelled: true, scope: 'following' },
    })
    expect((await find('otters')).classes).toMatchObject([{ id: coming.id + 4, cancelled: true }, last])
  })

  test('Teachers find their own classes alone, other roles all; children and sermons everybody', async () => {
    await addChild('Heron', 'Hart')
    await publish(server, { localizedname: 'Heron by the river' })
    await plan(server, { title: 'Herons of others' })
    const own = await plan(server, { title: 'Herons of Ruth', teachers: [ruth.sub] })
    const stranger = await addTeacher(server)
    const office = await addTeacher(server, 'Office')
    for (const [token, classes] of [
      [ruth.token, ['Herons of Ruth']],
      [stranger.token, []],
      [office.token, ['Herons of Ruth', 'Herons of others']],
      [undefined, ['Herons of Ruth', 'Herons of others']],
    ] as const) {
      const found = await find('heron', token)
      expect(found.classes.map(({ title }) => title).sort()).toEqual(classes)
      expect([namesIn(found), titlesIn(found)]).toEqual([['Heron'], ['Heron by the river']])
    }
    await server.ask('PUT /classes', {
      body: {
        id: own.id,
        title: 'Herons of Ruth',
        session_datetime: own.content.session_datetime,
        teachers: [],
      },
    })
    expect((await find('heron', ruth.token)).classes).toEqual([])
  })

  test('Admins alone find who signs in, by name and by e-mail address', async () => {
    const body = { email: 'lydia.p@vestry.test', name: 'Lydia Peña', language: 'en', groups: [] }
    const { sub } = await server.ask('POST /staff', { body })
    for (const text of ['lyd', 'pena LYDIA', 'lydia.p@vestry']) {
      expect(await findStaff(text)).toEqual([{ sub, name: 'Lydia Peña', email: 'lydia.p@vestry.test' }])
    }
    expect((await findStaff('ada@vestry'))[0]?.name).toBe(ADA.email)
    expect((await findStaff('vestry')).length).toBeLessThanOrEqual(5)
    const { token } = await addTeacher(server, 'Office')
    for (const outsider of [ruth.token, token]) {
      const refused = await server.tryCall('GET /find/staff', { query: { text: 'lyd' }, token: outsider })
      expect(refused.status).toBe(403)
    }
    await server.ask('DELETE /staff', { query: { sub } })
    expect(await findStaff('lydia')).toEqual([])
  })

  test('of more than it looks at, those that begin so and those that are near are found all the same', async () => {
    const rows = Array.from({ length: 1200 }, (_, at) => at)
    const { openDatabase } = await import('../../database/open-database.ts')
    const past = await openDatabase(server.config)
    const child = (name: string, key: string) => ({
      ...{
        first_name: name,
        last_name: 'Common',
        birthdate: '',
        parent_contact: '',
        notes: '',
        is_member: 0,
      },
      ...{ version: 1, first_key: key, last_key: 'common', search_key: `${key} common quokka` },
    })
    const title = 'Quokka'
    await past.sql
      .insertInto('attendee')
      .values([...rows.map((at) => child(`A${at}`, `a${at}`)), child('Quokka', 'quokka')])
      .execute()
    await past.sql
      .insertInto('preaching_item')
      .values(
        [...rows, 1200].map((at) => ({
          ...{ uuid: crypto.randomUUID(), localizedname: title, search_key: 'quokka' },
          event_datetime: `${1000 + at}-01-01T10:30:00`,
          ...{
            description: '',
            path: `preaching/${at}.mp3`,
            poster_path: '',
            media_format: 'audio' as const,
          },
          ...{ language_id: 1, preacher_id: 1, preaching_category_id: 1, version: 1 },
        })),
      )
      .execute()
    const series = await past.sql
      .insertInto('class_series')
      .values({ title, roster_version: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await past.sql
      .insertInto('class_session')
      .values(
        [...rows, 1027].map((at) => ({
          ...{
            series_id: series.id,
            title,
            search_key: 'quokka',
            session_datetime: `${1000 + at}-05-03T10:30:00`,
          },
          ...{ room: '', notes: '', cancelled: 0, version: 1, roll_version: 1 },
        })),
      )
      .execute()
    await past.close()
    const { children, sermons, classes } = await find('quokka')
    expect(children).toHaveLength(5)
    expect(children[0]?.first_name).toBe('Quokka')
    expect(sermons.map(({ event_datetime }) => event_datetime.slice(0, 4))).toEqual(
      [2200, 2199, 2198, 2197, 2196].map(String),
    )
    expect(classes).toMatchObject([{ session_datetime: '2026-05-03T10:30:00' }])
  })
})
