import { api } from '@vestry/contract/calls/api.ts'
import { ALWAYS_POSSIBLE, ERROR_STATUS, type Route } from '@vestry/contract/calls/route.ts'
import { GROUP_RIGHTS, isForStations } from '@vestry/contract/rules/rights.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { COMPLETE, CONTRACT_CASES } from './complete-calls.ts'
import type { ContractCases } from './contract-cases.ts'
import { eachDatabase } from './each-database.ts'
import { type Answer, type Refusal, startTestServer, type TestServer } from './start-test-server.ts'
import { asStation, pairStation, stationFor } from './station-contract.ts'

// These tests hold for every call in the table, also for later ones.

const routes: Route[] = Object.values(api).flatMap((feature) => Object.values(feature))
const callOf = ({ method, path }: Route) => `${method} ${path}`

/** The sets of rights that calls need, and each of these sets without one of its rights. */
const TAKEN = routes.flatMap(({ who }) => {
  const rights = GROUP_RIGHTS.filter((right) => who.includes(right))
  return [rights, ...rights.map((missing) => rights.filter((right) => right !== missing))]
})
/** A group with no other rights for each single right, for each of these sets, and for none. */
const SETS = [[], ...GROUP_RIGHTS.map((right) => [right]), ...TAKEN]
const HOLDERS = [...new Map(SETS.map((rights) => [['Holders', ...rights].join('-'), rights]))].map(
  ([group, rights]) => ({ group, rights }),
)
function expectRefused(field: string, { status, body }: Answer<Refusal>) {
  expect({ status, field: body.field }).toEqual({ status: 400, field })
  expect(body.message).toMatch(new RegExp(`^${field} must be .+[.]$`))
  expect(body.message).not.toContain('well formed')
}

function fieldsOf(schema: z.ZodType): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}

const declared = routes.flatMap((route) => route.errors.map((code) => `${callOf(route)}: ${code}`))

test('no call declares what every call may answer anyway', () => {
  for (const route of routes) {
    expect(route.errors.filter((code) => ALWAYS_POSSIBLE.includes(code))).toEqual([])
  }
})

eachDatabase((on) => {
  let server: TestServer
  /** The token of somebody in each group. */
  const holders = new Map<string, Promise<string>>()

  beforeAll(async () => {
    server = await startTestServer({ database: on })
    for (const [at, { group, rights }] of HOLDERS.entries()) {
      await server.ask('PUT /settings/rights', { body: { group, rights } })
      holders.set(group, server.signIn(await server.addPerson(`holder-${at}@vestry.test`, [group])))
    }
  })
  afterAll(() => server.destroy())

  for (const [place, route] of routes.entries()) {
    // A network is refused for a while after too many refusals, so each call has an address of its own.
    const address = `10.0.${place}.1`
    const call = callOf(route)
    const parameters = fieldsOf(route.query)
    const fields = fieldsOf(route.body)
    /** Ada, or for a call of stations one of them. */
    const asOwn = async (): Promise<Partial<ReturnType<typeof asStation>>> =>
      isForStations(route.who) ? await stationFor(server, route.who) : {}
    const complete = () => (fields.length > 0 ? { body: COMPLETE[call] } : {})

    describe(call, () => {
      test('without a token it answers 401, whatever else is wrong', async () => {
        const { status, body } = await server.tryCall(call, { token: null, query: { nonsense: 1 }, address })
        expect({ status, body }).toEqual({
          status: 401,
          body: {
            error: 'not_signed_in',
            message: expect.stringMatching(
              isForStations(route.who)
                ? /Ask an administrator for (another one|a link that makes it one)[.]$/
                : /^Your session has ended[.] Sign in again to continue[.]$/,
            ),
          },
        })
      })

      test('a token is good where people call, and a key where stations do', async () => {
        const { as } = await pairStation(server)
        const statusOf = async (given: object) => (await server.tryCall(call, { ...given, address })).status
        const own = isForStations(route.who)
        expect((await statusOf({ query: { nonsense: 1 } })) === 401).toBe(own)
        expect((await statusOf({ query: { nonsense: 1 }, ...as })) === 401).toBe(!own)
        expect(await statusOf({ ...asStation(await server.signIn()), query: { nonsense: 1 } })).toBe(401)
      })

      test('with an invalid token it answers 401', async () => {
        const good = await server.signIn()
        const [head, , signature] = good.split('.')
        const forged = Buffer.from(JSON.stringify({ sub: 'x', token_use: 'id', exp: 9e9 })).toString(
          'base64url',
        )
        for (const token of ['x', `${good}x`, `${head}.${forged}.${signature}`, `${head}.${forged}.`]) {
          expect((await server.tryCall(call, { token, address })).status).toBe(401)
        }
      })

      test('a parameter that it does not know answers 400 and names it', async () => {
        const given = { query: { nonsense: 1 }, ...complete(), ...(await asOwn()) }
        const { status, body } = await server.tryCall(call, given)
        expect({ status, body }).toEqual({
          status: 400,
          body: {
            error: 'invalid_request',
            message: 'nonsense is not a field of this call.',
            field: 'nonsense',
          },
        })
      })

      const { who } = route
      if (who.length > 0) {
        test.each(HOLDERS)(
          'with $rights alone it is refused exactly where it needs another right',
          async ({ group, rights }) => {
            const token = (await holders.get(group)) ?? null
            // A caller who may make the call is told of the unknown parameter, so nothing is done.
            const { status } = await server.tryCall(call, { token, address, query: { nonsense: 1 } })
            const held = who.every((right) => rights.some((one) => one === right))
            expect(status).toBe(isForStations(who) ? 401 : held ? 400 : 403)
          },
        )
      }

      for (const field of parameters) {
        test(`a bad ${field} answers 400 and names it`, async () => {
          const others = fields.length > 0 ? {} : COMPLETE[call]
          const query = { ...others, [field]: '\u0000' }
          expectRefused(field, await server.tryCall(call, { query, ...(await asOwn()) }))
        })
      }

      for (const field of fields) {
        test(`a bad ${field} answers 400 and names it`, async () => {
          const body = { ...COMPLETE[call], [field]: { bad: true } }
          expectRefused(field, await server.tryCall(call, { body, ...(await asOwn()) }))
        })
      }

      if (fields.length > 0) {
        test('a body that is no object answers 400', async () => {
          for (const body of ['[]', '7', '"text"', 'null', '']) {
            const own = await asOwn()
            const headers = { 'content-type': 'application/json', ...own.headers }
            expect((await server.tryCall(call, { ...own, body, headers })).status).toBe(400)
          }
        })
      }
    })
  }

  /** The call that gave an answer. */
  const callsOf = new WeakMap<object, string>()

  function waysOf(of: TestServer): ReturnType<ContractCases['ways']> {
    const watched: TestServer = {
      ...of,
      async tryCall(call, given) {
        const answer = await of.tryCall(call, given)
        callsOf.set(answer, call)
        return answer
      },
    }
    return Object.assign({}, ...CONTRACT_CASES.map(({ ways }) => ways(watched)))
  }

  test('there is a way to meet every declared error, and to no other', () => {
    expect(Object.keys(waysOf(server)).sort()).toEqual(declared.toSorted())
  })

  test.each(declared)('a declared error is met: %s', async (name) => {
    const [call, code] = name.split(': ') as [string, keyof typeof ERROR_STATUS]
    const answer = await waysOf(server)[name]?.()
    expect(callsOf.get(answer ?? {})).toBe(call)
    expect(answer).toMatchObject({ status: ERROR_STATUS[code], body: { error: code } })
    expect(answer?.body.message).toMatch(/^[A-Z0-9].+[.]$|^Add Failed[.] /)
  })
})
