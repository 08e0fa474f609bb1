import { afterAll, beforeAll, expect, test } from 'vitest'
import { publish } from '../testing/build-sermon.ts'
import { eachDatabase } from '../testing/each-database.ts'
import { type House, startHouse } from '../testing/start-house.ts'

eachDatabase((database) => {
  let house: House

  beforeAll(async () => {
    house = await startHouse({ database })
  })
  afterAll(() => house.destroy())

  test('a new house has a presenter and categories to start from', async () => {
    expect(await house.ask('GET /preachers')).toEqual([{ id: 1, presenterName: 'Guest Speaker' }])
    expect(await house.ask('GET /categories')).toContainEqual({ id: 6, category: 'Sermon' })
  })

  test('categories are added, renamed, listed by name without regard to accents, and deleted', async () => {
    const added = await house.ask('POST /categories', { body: { category: ' Época  de Adviento ' } })
    expect(added).toEqual({ message: 'Category successfully created', id: expect.any(Number) })
    const { id } = added
    expect(await house.ask('PUT /categories', { body: { id, category: 'Árbol' } })).toEqual({
      message: 'Category successfully updated',
      id,
    })
    expect((await house.ask('GET /categories'))[0]).toEqual({ id, category: 'Árbol' })
    expect(await house.ask('DELETE /categories', { query: { id } })).toEqual({
      message: 'Category successfully deleted',
    })
    expect((await house.tryCall('DELETE /categories', { query: { id } })).status).toBe(404)
  })

  test('presenters are added, renamed and deleted', async () => {
    const { id, message } = await house.ask('POST /preachers', { body: { presenterName: 'Ruth' } })
    expect(message).toBe('Presenter successfully created')
    await house.ask('PUT /preachers', { body: { id, presenterName: 'Ruth Amos' } })
    expect(await house.ask('GET /preachers')).toContainEqual({ id, presenterName: 'Ruth Amos' })
    await house.ask('DELETE /preachers', { query: { id } })
    expect(await house.ask('GET /preachers')).not.toContainEqual({ id, presenterName: 'Ruth Amos' })
  })

  test('a name that differs only in case and accents is taken', async () => {
    await house.ask('POST /preachers', { body: { presenterName: 'José Núñez' } })
    const { status, body } = await house.tryCall('POST /preachers', {
      body: { presenterName: 'JOSE  nunez' },
    })
    expect(status).toBe(409)
    expect(body).toEqual({
      error: 'name_taken',
      message: 'There is a presenter with this name already.',
      field: 'presenterName',
    })
    const { id } = await house.ask('POST /preachers', { body: { presenterName: 'Noemí' } })
    const renamed = await house.tryCall('PUT /preachers', { body: { id, presenterName: 'jose nunez' } })
    expect(renamed.body.error).toBe('name_taken')
  })

  test('a name may change its own case and accents', async () => {
    const { id } = await house.ask('POST /categories', { body: { category: 'Epifania' } })
    await house.ask('PUT /categories', { body: { id, category: 'Epifanía' } })
    expect(await house.ask('GET /categories')).toContainEqual({ id, category: 'Epifanía' })
  })

  test('of many who add one name at once, exactly one succeeds', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => house.tryCall('POST /categories', { body: { category: 'Pentecost' } })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
  })

  test('what items use can not be deleted, and the answer says how many do', async () => {
    const { id } = await house.ask('POST /preachers', { body: { presenterName: 'Esther' } })
    const { uuid } = await publish(house, { preacher_id: id })
    const one = await house.tryCall('DELETE /preachers', { query: { id } })
    expect(one.status).toBe(409)
    expect(one.body).toEqual({
      error: 'in_use',
      message: "1 item uses this presenter, so it can't be deleted.",
    })
    await publish(house, { preacher_id: id, preaching_category_id: 2 })
    const two = await house.tryCall('DELETE /preachers', { query: { id } })
    expect(two.body.message).toBe("2 items use this presenter, so it can't be deleted.")
    const category = await house.tryCall('DELETE /categories', { query: { id: 2 } })
    expect(category.body.message).toBe("1 item uses this category, so it can't be deleted.")
    await house.ask('DELETE /preachingManagement', { query: { uuid } })
  })

  test('what new items start with can not be deleted', async () => {
    const { body } = await house.tryCall('DELETE /preachers', { query: { id: 1 } })
    expect(body.error).toBe('in_use')
    const category = await house.tryCall('DELETE /categories', { query: { id: 6 } })
    expect(category.body.message).toBe("New items start with this category, so it can't be deleted.")
  })

  test.each([
    [{ category: '' }, 'category', 'category must be a text of 1 to 120 letters.'],
    [{ category: 'x'.repeat(121) }, 'category', 'category must be a text of 1 to 120 letters.'],
    [{ category: 'Advent\nand Lent' }, 'category', 'category must be a text of 1 to 120 letters.'],
    [{ category: 'Advent \ud83d' }, 'category', 'category must be a text of 1 to 120 letters.'],
    [{ category: 7 }, 'category', 'category must be a text of 1 to 120 letters.'],
    [{}, 'category', 'category is missing.'],
    [{ category: 'x', id: 3 }, 'id', 'id is not a field of this call.'],
  ])('refuses %j and names the field', async (sent, field, message) => {
    const { status, body } = await house.tryCall('POST /categories', { body: sent })
    expect({ status, body }).toEqual({ status: 400, body: { error: 'invalid_request', message, field } })
  })
})
