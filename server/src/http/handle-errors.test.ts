import { CognitoIdentityProviderClient, ListUsersCommand } from '@aws-sdk/client-cognito-identity-provider'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { handleErrors } from './handle-errors.ts'

/** The response to a call that fails with this error. */
async function answerTo(error: unknown) {
  const http = Fastify()
  http.setErrorHandler(handleErrors(() => true))
  http.get('/', async () => {
    throw error
  })
  const answer = await http.inject('/')
  return [answer.statusCode, answer.json().message]
}
const withCode = (code: string) => Object.assign(new Error('It failed.'), { code })

test.each(['SQLITE_FULL', '53100', 'ENOSPC'])(
  '%s: the disk is full, and nothing else is said to be away',
  async (code) => {
    expect(await answerTo(withCode(code))).toEqual([
      503,
      'The disk of the server is full. What was saved stays; nothing more can be saved until there is room.',
    ])
  },
)

test('a database that is away is named, and so is a bucket', async () => {
  expect(await answerTo(withCode('ECONNREFUSED'))).toEqual([
    503,
    'The database does not answer at the moment. Try again in a minute.',
  ])
  const client = new CognitoIdentityProviderClient({
    ...{ endpoint: 'http://127.0.0.1:9', region: 'us-east-1', maxAttempts: 1 },
    credentials: { accessKeyId: 'AKIA', secretAccessKey: 'secret' },
  })
  const error = await client
    .send(new ListUsersCommand({ UserPoolId: 'a_b' }))
    .catch((failure: unknown) => failure)
  expect(await answerTo(error)).toEqual([
    503,
    'The bucket of the recordings does not answer at the moment. Try again in a minute.',
  ])
})
