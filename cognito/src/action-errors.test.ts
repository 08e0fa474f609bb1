import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Fastify from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type ActionTable, action } from './action.ts'
import { DECLARED_ERRORS } from './action-errors.ts'
import { CognitoError, ERROR_NAMES } from './errors.ts'
import { identityPoolActions } from './identity-pool-actions.ts'
import type { CognitoParts } from './parts.ts'
import { createCognito } from './service.ts'
import { readNamedTest } from './testing/named-test.ts'
import { operatorClient } from './testing/operator-client.ts'
import { OPERATORS } from './testing/refusals/operator-refusals.ts'
import { OWN_ACCOUNT } from './testing/refusals/own-account-refusals.ts'
import { SIGN_IN } from './testing/refusals/sign-in-refusals.ts'
import { type Members, openTestPool, type Refusals, type TestPool } from './testing/refusals/test-pool.ts'
import { eachDatabase } from './testing/test-database.ts'
import { freePort } from './testing/test-ports.ts'
import { userPoolActions } from './user-pool-actions.ts'
import { wirePlugin } from './wire.ts'

/** Before an action is begun: its members are read, and an operator's signature is checked. */
const ANY_REQUEST: Refusals[string] = {
  IncompleteSignatureException:
    'operator-signature.test.ts: must be signed for this service and region, in a form that is known',
  InternalErrorException:
    'action-errors.test.ts: an error that an action does not declare is a fault of ours, which is logged',
  InvalidParameterException: 'wire.test.ts: a missing member is named',
  InvalidSignatureException:
    'operator-signature.test.ts: is refused when anything was altered after it was signed',
  MissingAuthenticationTokenException: 'operator-signature.test.ts: is refused when nobody signed it',
  RequestEntityTooLargeException: 'wire.test.ts: a body that is too large is refused',
  SerializationException: 'wire.test.ts: a body that is not JSON is refused',
  UnknownOperationException: 'wire.test.ts: an action that is not there is answered as an unknown operation',
  UnrecognizedClientException:
    'operator-signature.test.ts: is refused with a key that is not known, or a wrong secret',
  UnsupportedMediaTypeException: 'wire.test.ts: another content type is refused',
}

const REFUSALS: Refusals = { ...SIGN_IN, ...OWN_ACCOUNT, ...OPERATORS }
const LIST = Object.entries({ 'Any request': ANY_REQUEST, ...REFUSALS }).flatMap(([name, errors]) =>
  Object.entries(errors).map(([error, met]) => ({ name, error, met })),
)

/**
 * Errors that Amazon's client doesn't know of an action: those of a code, wherever one is sent or tried; of a refresh
 * token that came back, whoever brings it; and others for which there is no other word.
 */
const NOT_AMAZONS: Record<string, string[]> = {
  AdminGetDevice: ['UserNotFoundException'],
  AdminInitiateAuth: ['CodeDeliveryFailureException', 'LimitExceededException', 'RefreshTokenReuseException'],
  AdminListDevices: ['UserNotFoundException'],
  AdminRespondToAuthChallenge: ['CodeDeliveryFailureException', 'LimitExceededException'],
  AdminSetUserMFAPreference: ['TooManyRequestsException'],
  AdminUpdateUserAttributes: ['CodeDeliveryFailureException', 'LimitExceededException'],
  DeleteWebAuthnCredential: ['WebAuthnNotEnabledException'],
  InitiateAuth: ['CodeDeliveryFailureException', 'LimitExceededException', 'RefreshTokenReuseException'],
  ListWebAuthnCredentials: ['WebAuthnNotEnabledException'],
  RespondToAuthChallenge: ['CodeDeliveryFailureException', 'LimitExceededException'],
  RevokeToken: ['ResourceNotFoundException'],
  SetUserMFAPreference: ['TooManyRequestsException'],
  UpdateUserAttributes: ['LimitExceededException'],
}

const sorted = (names: Iterable<string>) => [...new Set(names)].sort()
const sortedIn = (table: Record<string, Iterable<string>>) =>
  Object.fromEntries(Object.entries(table).map(([name, errors]) => [name, sorted(errors)]))

/** What a command throws, by the documentation of Amazon's client. */
function amazonsErrors(name: string): string[] {
  const client = ['GetId', 'GetCredentialsForIdentity'].includes(name) ? 'identity' : 'identity-provider'
  const main = fileURLToPath(import.meta.resolve(`@aws-sdk/client-cognito-${client}`))
  const path = join(main, `../../dist-types/commands/${name}Command.d.ts`)
  const documented = readFileSync(path, 'utf8').matchAll(
    /@throws \{@link (\w+)\} \((?:client|server) fault\)/g,
  )
  return [...documented].map(([, error = '']) => error)
}

test('an error that an action does not declare is a fault of ours, which is logged', async () => {
  const lines: string[] = []
  const app = Fastify({ logger: { level: 'error', stream: { write: (line: string) => lines.push(line) } } })
  const GetUser = action(z.object({}), async () => {
    throw new CognitoError('GroupExistsException', 'There is one.')
  })
  const doors = [{ path: '/', target: 'Pool', actions: { GetUser } }]
  await app.register(wirePlugin(doors, () => Promise.reject(new Error('Nobody signs.')), Date))
  const ask = (name: string) =>
    app.inject({
      method: 'POST',
      url: '/',
      headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `Pool.${name}` },
      payload: '{}',
    })
  expect((await ask('Unknown')).json()).toMatchObject({ __type: 'UnknownOperationException' })
  expect(lines).toEqual([])
  const answer = await ask('GetUser')
  expect(answer.statusCode).toBe(500)
  expect(answer.json()).toMatchObject({ __type: 'InternalErrorException' })
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      msg: 'An identity action failed.',
      err: { message: 'GetUser does not declare GroupExistsException.: There is one.' },
      req: { method: 'POST' },
    },
  ])
  await app.close()
})

test('an error is answered with the status that Amazon answers it with', () => {
  const statuses = Object.fromEntries(ERROR_NAMES.map((name) => [name, new CognitoError(name, '').status]))
  const others = Object.entries(statuses).filter(([, status]) => status !== 400)
  expect(Object.fromEntries(others)).toEqual({
    IncompleteSignatureException: 403,
    InternalErrorException: 500,
    InvalidSignatureException: 403,
    MissingAuthenticationTokenException: 403,
    RequestEntityTooLargeException: 413,
    UnrecognizedClientException: 403,
    UnsupportedMediaTypeException: 415,
  })
})

eachDatabase((database) => {
  let pool: TestPool
  let actions: ActionTable

  beforeAll(async () => {
    pool = await openTestPool(database)
    // We only look at what the actions take.
    const { settings, ids } = pool.server
    const parts = { ...settings, ids, issuer: 'https://vestry.example.org' } as unknown as CognitoParts
    actions = { ...userPoolActions(parts), ...identityPoolActions(parts) }
  })
  afterEach(() => {
    pool.setRules()
    pool.server.callFrom(undefined)
    pool.server.unreachable.clear()
  })
  afterAll(() => pool.close())

  describe('The list of errors', () => {
    test('has every action with each error that it declares, and no other', () => {
      expect(sorted(Object.keys(DECLARED_ERRORS))).toEqual(sorted(Object.keys(actions)))
      const met = Object.entries(REFUSALS).map(([name, errors]) => [name, Object.keys(errors)])
      expect(sortedIn(Object.fromEntries(met))).toEqual(sortedIn(DECLARED_ERRORS))
    })

    test('has every error that the service knows', () => {
      expect(sorted(LIST.map(({ error }) => error))).toEqual(sorted(ERROR_NAMES))
    })

    test('has those that Amazon’s client knows of each action, and others only where we say so', () => {
      const beyond = Object.entries(DECLARED_ERRORS).map(([name, errors]) => {
        const known = amazonsErrors(name)
        expect(known).toContain('InternalErrorException')
        return [name, errors.filter((error) => !known.includes(error))] as const
      })
      expect(sortedIn(Object.fromEntries(beyond.filter(([, errors]) => errors.length > 0)))).toEqual(
        NOT_AMAZONS,
      )
    })

    test.each(LIST.filter(({ met }) => typeof met === 'string'))(
      '$error of $name is met by the test that it names',
      ({ name, error, met }) => {
        const { test: source, file } = readNamedTest(String(met))
        expect(source).toContain(error)
        expect(file.toLowerCase()).toContain(name === 'Any request' ? '' : name.toLowerCase())
      },
    )
  })

  test.each(LIST.filter(({ met }) => typeof met !== 'string'))(
    '$name is refused with $error, and changes no account',
    async ({ name, error, met }) => {
      const members = typeof met === 'function' ? await met(pool) : (met as Members)
      pool.before = await pool.accounts()
      const refused = actions[name]?.signed
        ? await pool.sendSigned(name, members)
        : (await pool.send(name, members)).__type
      expect(refused).toBe(error)
      expect(await pool.accounts()).toEqual(pool.before)
    },
  )

  test('what the calls of the list have in common is right in every action', () => {
    for (const [name, { input }] of Object.entries(actions)) {
      const { error } = input.safeParse(pool.usual())
      expect({ name, error }).toEqual({ name, error: undefined })
    }
  })

  test('no operator’s call is done for who has no key, or a guessed secret', async () => {
    const { serverKey } = pool.server
    const guessed = operatorClient(pool.server, { ...serverKey, secretAccessKey: 'guessed' })
    for (const [name] of Object.entries(actions).filter(([, { signed }]) => signed)) {
      const unsigned = (await pool.send(name)).__type
      const wronglySigned = await pool.sendSigned(name, {}, guessed)
      expect({ name, unsigned, wronglySigned }).toEqual({
        name,
        unsigned: 'MissingAuthenticationTokenException',
        wronglySigned: 'InvalidSignatureException',
      })
    }
    guessed.destroy()
  })

  test('a user pool elsewhere that can’t be reached is an error', async () => {
    const { settings, ids } = pool.server
    const elsewhere = { userPoolId: 'us-east-1_elsewhere', clientId: 'elsewhere', identityPoolId: undefined }
    const endpoint = `http://localhost:${await freePort()}`
    const { plugin } = await createCognito({ ...settings, cognito: { ...elsewhere, endpoint } })
    const app = Fastify()
    await app.register(plugin)
    const Logins = { [`${endpoint.replace('http://', '')}/${elsewhere.userPoolId}`]: pool.usual().IdToken }
    for (const name of ['GetId', 'GetCredentialsForIdentity']) {
      const answer = await app.inject({
        method: 'POST',
        url: '/cognito-identity/',
        headers: {
          'content-type': 'application/x-amz-json-1.1',
          'x-amz-target': `AWSCognitoIdentityService.${name}`,
        },
        payload: { IdentityPoolId: ids.identityPoolId, IdentityId: 'us-east-1:any', Logins },
      })
      expect(answer.statusCode).toBe(500)
      expect(answer.json()).toEqual({
        __type: 'InternalErrorException',
        message: 'The user pool can not be reached just now.',
      })
    }
    await app.close()
  })
})
