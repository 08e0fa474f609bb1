import { api } from '@vestry/contract/api.ts'
import { ALWAYS_POSSIBLE, ERROR_STATUS, type Route } from '@vestry/contract/route.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { buildSermon, publish } from './build-sermon.ts'
import { type Answer, type House, type Refusal, startHouse } from './start-house.ts'

// What holds for every call of the table, now and later.

const UUID = '0b8a6c1e-4f0e-4f57-9b1a-0f6f2c9f3a11'
const routes: Route[] = Object.values(api).flatMap((feature) => Object.values(feature))
const callOf = ({ method, path }: Route) => `${method} ${path}`

let house: House

beforeAll(async () => {
  house = await startHouse()
})
afterAll(() => house.destroy())

for (const route of routes) {
  const call = callOf(route)
  const parameters = fieldsOf(route.query)
  const fields = fieldsOf(route.body)
  const complete = () => (fields.length > 0 ? { body: COMPLETE[call] } : {})

  describe(call, () => {
    test('without a token it answers 401, whatever else is wrong', async () => {
      const { status, body } = await house.tryCall(call, { token: null, query: { nonsense: 1 } })
      expect({ status, body }).toEqual({
        status: 401,
        body: { error: 'not_signed_in', message: 'Your session has ended. Sign in again to go on.' },
      })
    })

    test('with a token that is not good it answers 401', async () => {
      const good = await house.signIn()
      const [head, , signature] = good.split('.')
      const forged = Buffer.from(JSON.stringify({ sub: 'x', token_use: 'id', exp: 9e9 })).toString(
        'base64url',
      )
      for (const token of ['x', `${good}x`, `${head}.${forged}.${signature}`, `${head}.${forged}.`]) {
        expect((await house.tryCall(call, { token })).status).toBe(401)
      }
    })

    test('a parameter that it does not know answers 400 and names it', async () => {
      const { status, body } = await house.tryCall(call, { query: { nonsense: 1 }, ...complete() })
      expect({ status, body }).toEqual({
        status: 400,
        body: {
          error: 'invalid_request',
          message: 'nonsense is not a field of this call.',
          field: 'nonsense',
        },
      })
    })

    if (route.who !== 'signed_in') {
      test('a role that is not named answers 403', async () => {
        const person = await house.addPerson(`outsider-${crypto.randomUUID()}@vestry.test`, ['Outsiders'])
        const token = await house.signIn(person)
        expect((await house.tryCall(call, { token, ...complete() })).status).toBe(403)
      })
    }

    for (const field of parameters) {
      test(`a bad ${field} answers 400 and names it`, async () => {
        expectRefused(field, await house.tryCall(call, { query: { [field]: '\u0000' } }))
      })
    }

    for (const field of fields) {
      test(`a bad ${field} answers 400 and names it`, async () => {
        const body = { ...COMPLETE[call], [field]: { bad: true } }
        expectRefused(field, await house.tryCall(call, { body }))
      })
    }

    if (fields.length > 0) {
      test('a body that is no object answers 400', async () => {
        for (const body of ['[]', '7', '"text"', 'null', '']) {
          const headers = { 'content-type': 'application/json' }
          expect((await house.tryCall(call, { body, headers })).status).toBe(400)
        }
      })
    }
  })
}

function expectRefused(field: string, { status, body }: Answer<Refusal>) {
  expect({ status, field: body.field }).toEqual({ status: 400, field })
  expect(body.message).toMatch(new RegExp(`^${field} must be .+[.]$`))
  expect(body.message).not.toContain('well formed')
}

/** A body for each call that has one, good in all its fields. */
const COMPLETE: Record<string, object> = {
  'POST /preachingManagement': buildSermon(),
  'PUT /preachingManagement': buildSermon({ uuid: UUID }),
  'POST /categories': { category: 'Law' },
  'PUT /categories': { id: 1, category: 'Law' },
  'POST /preachers': { presenterName: 'Law' },
  'PUT /preachers': { id: 1, presenterName: 'Law' },
}

function fieldsOf(schema: z.ZodType): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}

const ABSENT = { id: 4711 }

/** One way to meet each error that a call declares. */
const WAYS: Record<string, () => Promise<Answer<Refusal>>> = {
  'GET /preachingManagement/item: not_found': () =>
    house.tryCall('GET /preachingManagement/item', { query: { uuid: UUID } }),
  'POST /preachingManagement: already_exists': async () => {
    const { uuid } = await publish(house)
    return await house.tryCall('POST /preachingManagement', { body: buildSermon({ uuid }) })
  },
  'PUT /preachingManagement: not_found': () =>
    house.tryCall('PUT /preachingManagement', { body: buildSermon({ uuid: UUID }) }),
  'PUT /preachingManagement: changed_meanwhile': async () => {
    const { uuid } = await publish(house)
    return await house.tryCall('PUT /preachingManagement', { body: { ...buildSermon({ uuid }), version: 9 } })
  },
  'DELETE /preachingManagement: not_found': () =>
    house.tryCall('DELETE /preachingManagement', { query: { uuid: UUID } }),
  'POST /categories: name_taken': () => house.tryCall('POST /categories', { body: { category: 'sermon' } }),
  'PUT /categories: not_found': () =>
    house.tryCall('PUT /categories', { body: { ...ABSENT, category: 'New' } }),
  'PUT /categories: name_taken': () =>
    house.tryCall('PUT /categories', { body: { id: 1, category: 'SERMON' } }),
  'DELETE /categories: not_found': () => house.tryCall('DELETE /categories', { query: ABSENT }),
  'DELETE /categories: in_use': () => house.tryCall('DELETE /categories', { query: { id: 6 } }),
  'POST /preachers: name_taken': () =>
    house.tryCall('POST /preachers', { body: { presenterName: 'guest speaker' } }),
  'PUT /preachers: not_found': () =>
    house.tryCall('PUT /preachers', { body: { ...ABSENT, presenterName: 'New' } }),
  'PUT /preachers: name_taken': async () => {
    const { id } = await house.ask('POST /preachers', { body: { presenterName: 'Silas' } })
    return await house.tryCall('PUT /preachers', { body: { id, presenterName: 'Guest Speaker' } })
  },
  'DELETE /preachers: not_found': () => house.tryCall('DELETE /preachers', { query: ABSENT }),
  'DELETE /preachers: in_use': () => house.tryCall('DELETE /preachers', { query: { id: 1 } }),
}

const declared = routes.flatMap((route) => route.errors.map((code) => `${callOf(route)}: ${code}`))

test('there is a way to meet every declared error, and to no other', () => {
  expect(Object.keys(WAYS).sort()).toEqual(declared.sort())
})

test.each(Object.entries(WAYS))('a declared error is met: %s', async (name, meet) => {
  const code = name.split(': ')[1] as keyof typeof ERROR_STATUS
  const { status, body } = await meet()
  expect(body.error).toBe(code)
  expect(status).toBe(ERROR_STATUS[code])
  expect(body.message).toMatch(/^[A-Z0-9].+[.]$/)
})

test('no call declares what every call may answer anyway', () => {
  for (const route of routes) {
    expect(route.errors.filter((code) => ALWAYS_POSSIBLE.includes(code))).toEqual([])
  }
})

test('what is answered is exactly what the contract says', async () => {
  const { uuid } = await publish(house)
  const answers: [Route, unknown][] = [
    [api.preaching.list, await house.ask('GET /preachingManagement')],
    [api.preaching.find, await house.ask('GET /preachingManagement/item', { query: { uuid } })],
    [api.lookups.listCategories, await house.ask('GET /categories')],
    [api.lookups.listPreachers, await house.ask('GET /preachers')],
    [api.preaching.remove, await house.ask('DELETE /preachingManagement', { query: { uuid } })],
  ]
  for (const [route, answer] of answers) {
    expect(route.answer.parse(answer)).toEqual(answer)
  }
})
