import { afterAll, beforeAll, expect, test } from 'vitest'
import { publish } from '../testing/build-sermon.ts'
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

  test('what new items start with can not be deleted', async () => {
    const { body } = await server.tryCall('DELETE /preachers', { query: { id: 1 } })
    expect(body.error).toBe('in_use')
    const category = await server.tryCall('DELETE /categories', { query: { id: 6 } })
    expect(category.body.message).toBe("New items start with this category, so it can't be deleted.")
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
