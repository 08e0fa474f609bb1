import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildSermon, publish } from '../testing/build-sermon.ts'
import { eachDatabase } from '../testing/each-database.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'

eachDatabase((database) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ database })
  })
  afterAll(() => server.destroy())

  test('a new server has a presenter and categories to start from', async () => {
    expect(await server.ask('GET /preachers')).toEqual([{ id: 1, presenterName: 'Guest Speaker' }])
    expect(await server.ask('GET /categories')).toContainEqual({ id: 6, category: 'Sermon' })
  })

  test('categories are added, renamed, listed by name without regard to accents, and deleted', async () => {
    const added = await server.ask('POST /categories', { body: { category: ' Época  de Adviento ' } })
    expect(added).toEqual({ message: 'Category successfully created', id: expect.any(Number) })
    const { id } = added
    expect(await server.ask('PUT /categories', { body: { id, category: 'Árbol' } })).toEqual({
      message: 'Category successfully updated',
      id,
    })
    expect((await server.ask('GET /categories'))[0]).toEqual({ id, category: 'Árbol' })
    expect(await server.ask('DELETE /categories', { query: { id } })).toEqual({
      message: 'Category successfully deleted',
    })
    expect((await server.tryCall('DELETE /categories', { query: { id } })).status).toBe(404)
  })

  test('presenters are added, renamed and deleted', async () => {
    const { id, message } = await server.ask('POST /preachers', { body: { presenterName: 'Ruth' } })
    expect(message).toBe('Presenter successfully created')
    await server.ask('PUT /preachers', { body: { id, presenterName: 'Ruth Amos' } })
    expect(await server.ask('GET /preachers')).toContainEqual({ id, presenterName: 'Ruth Amos' })
    await server.ask('DELETE /preachers', { query: { id } })
    expect(await server.ask('GET /preachers')).not.toContainEqual({ id, presenterName: 'Ruth Amos' })
  })

  test('a name that differs only in case and accents is taken', async () => {
    await server.ask('POST /preachers', { body: { presenterName: 'José Núñez' } })
    const { status, body } = await server.tryCall('POST /preachers', {
      body: { presenterName: 'JOSE  nunez' },
    })
    expect(status).toBe(409)
    expect(body).toEqual({
      error: 'name_taken',
      message: 'A presenter with this name already exists.',
      field: 'presenterName',
    })
    const { id } = await server.ask('POST /preachers', { body: { presenterName: 'Noemí' } })
    const renamed = await server.tryCall('PUT /preachers', { body: { id, presenterName: 'jose nunez' } })
    expect(renamed.body.error).toBe('name_taken')
  })

  test('a name may change its own case and accents', async () => {
    const { id } = await server.ask('POST /categories', { body: { category: 'Epifania' } })
    await server.ask('PUT /categories', { body: { id, category: 'Epifanía' } })
    expect(await server.ask('GET /categories')).toContainEqual({ id, category: 'Epifanía' })
  })

  test('of many who add one name at once, exactly one succeeds', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        server.tryCall('POST /categories', { body: { category: 'Pentecost' } }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
  })

  test('what items use can not be deleted, and the answer says how many do', async () => {
    const { id } = await server.ask('POST /preachers', { body: { presenterName: 'Esther' } })
    const { uuid } = await publish(server, { preacher_id: id })
    const one = await server.tryCall('DELETE /preachers', { query: { id } })
    expect(one.status).toBe(409)
    expect(one.body).toEqual({
      error: 'in_use',
      message: "1 item uses this presenter, so it can't be deleted.",
    })
    await publish(server, { preacher_id: id, preaching_category_id: 2 })
    const two = await server.tryCall('DELETE /preachers', { query: { id } })
    expect(two.body.message).toBe("2 items use this presenter, so it can't be deleted.")
    const category = await server.tryCall('DELETE /categories', { query: { id: 2 } })
    expect(category.body.message).toBe("1 item uses this category, so it can't be deleted.")
    await server.ask('DELETE /preachingManagement', { query: { uuid } })
  })

  test('a presenter or a series that a podcast is about can not be deleted until the podcast is', async () => {
    const { id: speaker } = await server.ask('POST /preachers', { body: { presenterName: 'Phoebe' } })
    const { id: series } = await server.ask('POST /sermonSeries', { body: { name: 'Letters' } })
    const subjects = [
      { kind: 'speaker', of_id: speaker, call: 'DELETE /preachers', noun: 'presenter' },
      { kind: 'series', of_id: series, call: 'DELETE /sermonSeries', noun: 'series' },
    ] as const
    for (const { kind, of_id, call, noun } of subjects) {
      const { id } = await server.ask('POST /podcasts', { body: { kind, of_id } })
      const { status, body } = await server.tryCall(call, { query: { id: of_id } })
      expect([status, body]).toEqual([
        409,
        { error: 'in_use', message: `There is a podcast of this ${noun}, so it can't be deleted.` },
      ])
      await server.ask('DELETE /podcasts', { query: { id } })
      expect((await server.tryCall(call, { query: { id: of_id } })).status).toBe(200)
    }
  })

  test('what new items start with can not be deleted', async () => {
    const { body } = await server.tryCall('DELETE /preachers', { query: { id: 1 } })
    expect(body.error).toBe('in_use')
    const category = await server.tryCall('DELETE /categories', { query: { id: 6 } })
    expect(category.body.message).toBe("New items start with this category, so it can't be deleted.")
  })

  const merge = (path: string, id: number, into: number) =>
    server.tryCall(`POST /${path}/merge`, { body: { id, into } })
  const presenter = async (presenterName: string) =>
    (await server.ask('POST /preachers', { body: { presenterName } })).id
  const itemsOf = async (filter: object) =>
    (await server.ask('GET /preachingManagement', { query: { ...filter, limit: 100 } })).results

  test('the names come with how many items each has', async () => {
    const id = await presenter('Ezra O’Neill 🎤')
    await publish(server, { preacher_id: id, preaching_category_id: 3 })
    await publish(server, { preacher_id: id, preaching_category_id: 3 })
    const { presenters, categories } = await server.ask('GET /preachingManagement/names')
    expect(presenters).toContainEqual({ id, name: 'Ezra O’Neill 🎤', items: 2 })
    expect(categories).toContainEqual({ id: 3, name: 'Prayer Meeting', items: 2 })
    expect(categories).toContainEqual({ id: 4, name: 'Youth', items: 0 })
    const names = categories.map(({ name }) => name)
    expect(names).toEqual((await server.ask('GET /categories')).map(({ category }) => category))
  })

  test('merged, the items of one presenter are at once the other’s, in lists, filters and orders', async () => {
    const [wrong, right] = [await presenter('Nehemia Wall'), await presenter('Nehemiah Wall')]
    const sermons = [
      await publish(server, { preacher_id: wrong, localizedname: 'Gate one' }),
      await publish(server, { preacher_id: right, localizedname: 'Gate two' }),
      await publish(server, { preacher_id: wrong, localizedname: 'Gate three' }),
    ]
    const filters = [{ presenters: `${wrong}` }, { presenters: `${right}` }, { search: 'gate' }]
    const counts = async () => (await Promise.all(filters.map(itemsOf))).map((items) => items.length)
    expect(await counts()).toEqual([2, 1, 3])
    const { status, body } = await merge('preachers', wrong, right)
    expect({ status, body }).toEqual({
      status: 200,
      body: { message: 'Presenter successfully merged', moved: 2 },
    })
    expect(await counts()).toEqual([0, 3, 3])
    for (const { presenterName } of await itemsOf({ search: 'gate', orderBy: 'presenter' })) {
      expect(presenterName).toBe('Nehemiah Wall')
    }
    const { presenters } = await server.ask('GET /preachingManagement/names')
    expect(presenters.filter(({ name }) => name.startsWith('Nehemia'))).toEqual([
      { id: right, name: 'Nehemiah Wall', items: 3 },
    ])
    const [moved, stayed] = sermons
    const versionOf = async (uuid = '') =>
      (await server.ask('GET /preachingManagement/item', { query: { uuid } })).version
    expect([await versionOf(moved?.uuid), await versionOf(stayed?.uuid)]).toEqual([2, 1])
  })

  test('whoever has an item open while its presenter is merged is told that it has changed', async () => {
    const [wrong, right] = [await presenter('Mordecay'), await presenter('Mordecai')]
    const open = await publish(server, { preacher_id: wrong })
    await merge('preachers', wrong, right)
    const saved = await server.tryCall('PUT /preachingManagement', {
      body: { ...open, version: 1, localizedname: 'Mine' },
    })
    expect([saved.status, saved.body.error]).toEqual([409, 'changed_meanwhile'])
  })

  test('categories merge too, also into the one that new items start with', async () => {
    const { id } = await server.ask('POST /categories', { body: { category: 'Sermons' } })
    const { uuid } = await publish(server, { preaching_category_id: id })
    const { body } = await merge('categories', id, 6)
    expect(body).toEqual({ message: 'Category successfully merged', moved: 1 })
    const item = await server.ask('GET /preachingManagement/item', { query: { uuid } })
    expect([item.preaching_category_id, item.category]).toEqual([6, 'Sermon'])
  })

  test('what is merged into itself, into nothing or away from new items stays as it was', async () => {
    const id = await presenter('Obadiah')
    const before = await server.ask('GET /preachingManagement/names')
    expect((await merge('preachers', id, id)).body).toEqual({
      error: 'invalid_request',
      message: 'into must be another presenter.',
      field: 'into',
    })
    expect((await merge('preachers', id, 4711)).status).toBe(404)
    expect((await merge('preachers', 1, id)).body.message).toBe(
      "New items start with this presenter, so it can't be merged into another one.",
    )
    expect((await merge('categories', 6, 1)).body.error).toBe('in_use')
    expect(await server.ask('GET /preachingManagement/names')).toEqual(before)
  })

  test('renaming what was merged in between says so', async () => {
    const [wrong, right] = [await presenter('Hagai'), await presenter('Haggai')]
    await merge('preachers', wrong, right)
    const renamed = await server.tryCall('PUT /preachers', { body: { id: wrong, presenterName: 'Haggay' } })
    expect({ status: renamed.status, body: renamed.body }).toEqual({
      status: 404,
      body: {
        error: 'not_found',
        message: 'There is no such presenter; it may have been merged or deleted.',
      },
    })
  })

  test('of many who merge, rename, delete and publish at once, no item is lost or doubled', async () => {
    const [one, other] = [await presenter('Zadoc'), await presenter('Zadok')]
    for (const preacher_id of [one, other, one]) {
      await publish(server, { preacher_id, localizedname: 'Anointing' })
    }
    const answers = await Promise.all([
      merge('preachers', one, other),
      merge('preachers', other, one),
      merge('preachers', one, other),
      server.tryCall('DELETE /preachers', { query: { id: one } }),
      server.tryCall('PUT /preachers', { body: { id: one, presenterName: 'Zadok the priest' } }),
      server.tryCall('POST /preachingManagement', {
        body: buildSermon({ preacher_id: one, localizedname: 'Anointing' }),
      }),
    ])
    const [first, back, again, , , added] = answers.map(({ status }) => status)
    expect([first, back, again].filter((status) => status === 200)).toHaveLength(1)
    const { presenters } = await server.ask('GET /preachingManagement/names')
    const [left, ...more] = presenters.filter(({ name }) => name.startsWith('Zado'))
    expect(more).toEqual([])
    expect(left?.items).toBe(added === 200 ? 4 : 3)
    expect(await itemsOf({ presenters: String(left?.id) })).toHaveLength(left?.items ?? 0)
    expect(await itemsOf({ search: 'anointing' })).toHaveLength(left?.items ?? 0)
  })

  test.each([
    [{ category: '' }, 'category', 'category must be a text of 1 to 120 characters.'],
    [{ category: 'x'.repeat(121) }, 'category', 'category must be a text of 1 to 120 characters.'],
    [{ category: 'Advent\nand Lent' }, 'category', 'category must be a text of 1 to 120 characters.'],
    [{ category: 'Advent \ud83d' }, 'category', 'category must be a text of 1 to 120 characters.'],
    [{ category: 7 }, 'category', 'category must be a text of 1 to 120 characters.'],
    [{}, 'category', 'category is missing.'],
    [{ category: 'x', id: 3 }, 'id', 'id is not a field of this call.'],
  ])('refuses %j and names the field', async (sent, field, message) => {
    const { status, body } = await server.tryCall('POST /categories', { body: sent })
    expect({ status, body }).toEqual({ status: 400, body: { error: 'invalid_request', message, field } })
  })
})
