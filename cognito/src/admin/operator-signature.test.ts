import { AdminGetUserCommand } from '@aws-sdk/client-cognito-identity-provider'
import { AwsClient } from 'aws4fetch'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operatorClient } from '../testing/operator-client.ts'
import { RUTH, startCognito, type TestCognito } from '../testing/start-cognito.ts'
import { eachDatabase } from '../testing/test-database.ts'

eachDatabase((on) => {
  let server: TestCognito
  beforeAll(async () => {
    server = await startCognito(on)
    await server.addRuth()
  })
  afterAll(() => server.close())

  const NOT_OURS = 'The request signature we calculated does not match the signature you provided.'

  /** A good call, signed by a foreign signer and changed by `alter` afterwards. */
  async function call(
    alter: (request: { url: string; headers: Headers; body: string }) => void = () => undefined,
    { query = '', ...terms }: { service?: string; region?: string; query?: string } = {},
  ): Promise<string> {
    const signer = new AwsClient({
      ...server.serverKey,
      service: 'cognito-idp',
      region: 'us-east-1',
      ...terms,
      retries: 0,
    })
    const body = JSON.stringify({ UserPoolId: server.ids.userPoolId, Username: RUTH.email })
    const signed = await signer.sign(`${server.origin}/cognito-idp/${query}`, {
      method: 'POST',
      body,
      aws: { datetime: dateOf(server.clock.now()) },
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': 'AWSCognitoIdentityProviderService.AdminGetUser',
      },
    })
    const request = { url: signed.url, headers: new Headers(signed.headers), body }
    alter(request)
    const answer = await fetch(request.url, { method: 'POST', headers: request.headers, body: request.body })
    const { __type, message = '' } = (await answer.json()) as { __type?: string; message?: string }
    return __type ? `${answer.status} ${__type}: ${message}` : String(answer.status)
  }

  const dateOf = (time: number) => new Date(time).toISOString().replace(/[-:]|\.\d{3}/g, '')

  describe("An administrator's call", () => {
    test('is done when an access key signed it', async () => {
      expect(await call()).toBe('200')
    })

    test('is done whatever the order of what its address asks', async () => {
      expect(await call(undefined, { query: '?b=2&a=3&c=(1)&a=1&A=0' })).toBe('200')
    })

    test('is refused when nobody signed it', async () => {
      expect(await call(({ headers }) => headers.delete('authorization'))).toBe(
        '403 MissingAuthenticationTokenException: Missing Authentication Token',
      )
    })

    test('is refused when anything was altered after it was signed', async () => {
      for (const alter of [
        (request: { body: string }) => {
          request.body = request.body.replace(RUTH.email, 'naomi@example.org')
        },
        (request: { url: string }) => {
          request.url = request.url.replace('/cognito-idp/', '/cognito-idp')
        },
        (request: { url: string }) => {
          request.url += '?x=1'
        },
        ({ headers }: { headers: Headers }) =>
          headers.set('x-amz-target', 'AWSCognitoIdentityProviderService.ListUsers'),
        ({ headers }: { headers: Headers }) =>
          headers.set('authorization', (headers.get('authorization') ?? '').replace(/.$/, '')),
      ]) {
        expect(await call(alter)).toContain(`403 InvalidSignatureException: ${NOT_OURS}`)
      }
    })

    test('must be signed over the name of the action and the host', async () => {
      for (const name of ['x-amz-target', 'host']) {
        const leaveOut = ({ headers }: { headers: Headers }) =>
          headers.set(
            'authorization',
            (headers.get('authorization') ?? '').replace(new RegExp(`;?${name}\\b`), ''),
          )
        expect(await call(leaveOut)).toBe(
          `403 IncompleteSignatureException: These headers must be signed: ${name}.`,
        )
      }
    })

    test('is refused, and nothing breaks, when it names headers that no request has', async () => {
      for (const name of ['constructor', '__proto__']) {
        const add = ({ headers }: { headers: Headers }) =>
          headers.set(
            'authorization',
            (headers.get('authorization') ?? '').replace('SignedHeaders=', `SignedHeaders=${name};`),
          )
        expect(await call(add)).toContain(`403 InvalidSignatureException: ${NOT_OURS}`)
      }
    })

    test('must be signed for this service and region, in a form that is known', async () => {
      expect(await call(undefined, { service: 's3' })).toContain(
        "InvalidSignatureException: Credential should be scoped to correct service: 'cognito-idp'.",
      )
      expect(await call(undefined, { region: 'eu-west-1' })).toContain(
        "InvalidSignatureException: Credential should be scoped to a valid region, not 'eu-west-1'.",
      )
      for (const authorization of [
        'Bearer abc',
        'AWS4-HMAC-SHA256',
        'AWS4-HMAC-SHA256 Credential=,Signature=',
      ]) {
        expect(await call(({ headers }) => headers.set('authorization', authorization))).toContain(
          '403 IncompleteSignatureException',
        )
      }
    })

    test('is refused five minutes after it was signed, and five minutes before', async () => {
      const repeated: { headers?: Headers } = {}
      await call(({ headers }) => {
        repeated.headers = headers
      })
      const again = () =>
        call((request) => {
          request.headers = repeated.headers ?? new Headers()
        })
      const signedAt = server.clock.now()
      server.wait(4 * 60_000)
      expect(await again()).toBe('200')
      server.wait(2 * 60_000)
      const now = signedAt + 6 * 60_000
      expect(await again()).toBe(
        `403 InvalidSignatureException: Signature expired: ${dateOf(signedAt)} is now earlier than ${dateOf(now - 5 * 60_000)} (${dateOf(now)} - 5 min.)`,
      )
      server.wait(-12 * 60_000)
      expect(await again()).toContain('403 InvalidSignatureException: Signature not yet current:')
      server.wait(6 * 60_000)
    })
  })

  describe("Amazon's own client", () => {
    const get = () => new AdminGetUserCommand({ UserPoolId: server.ids.userPoolId, Username: RUTH.email })

    test('is refused with a key that is not known, or a wrong secret', async () => {
      const { accessKeyId } = server.serverKey
      await expect(
        operatorClient(server, { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'x' }).send(get()),
      ).rejects.toMatchObject({
        name: 'UnrecognizedClientException',
        message: 'The security token included in the request is invalid.',
      })
      await expect(
        operatorClient(server, { accessKeyId, secretAccessKey: 'guessed' }).send(get()),
      ).rejects.toMatchObject({ name: 'InvalidSignatureException' })
    })

    test('is let in with a key that the command line made, until it is taken back', async () => {
      const key = (await server.operatorKeys.make('office')) ?? server.serverKey
      const client = operatorClient(server, key)
      expect((await client.send(get())).Enabled).toBe(true)
      expect(await server.operatorKeys.list()).toMatchObject([
        { accessKeyId: key.accessKeyId, name: 'office', lastUsed: server.clock.now() },
      ])
      await server.operatorKeys.revoke(key.accessKeyId)
      await expect(client.send(get())).rejects.toMatchObject({ name: 'UnrecognizedClientException' })
      expect(await server.operatorKeys.revoke(server.serverKey.accessKeyId)).toBeUndefined()
    })

    test('sets its clock by ours and tries again', async () => {
      const client = operatorClient(server)
      server.wait(60 * 60_000)
      await expect(client.send(get())).rejects.toMatchObject({ name: 'InvalidSignatureException' })
      expect((await client.send(get())).Enabled).toBe(true)
    })
  })
})
