import { createHmac, createPublicKey, generateKeyPairSync, type JsonWebKey, sign } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY, errorOf, MINUTE, RUTH, startCognito, type TestCognito } from '../testing/start-cognito.ts'
import { eachDatabase } from '../testing/test-database.ts'

eachDatabase((database) => {
  let server: TestCognito

  beforeAll(async () => {
    server = await startCognito(database)
  })
  beforeEach(() => server.reset())
  afterAll(() => server.close())

  async function refresh(token: string) {
    const { body } = await server.send('GetTokensFromRefreshToken', {
      ClientId: server.ids.userPoolClientId,
      RefreshToken: token,
    })
    return body
  }
  const renewed = async (token: string) => (await refresh(token)).AuthenticationResult?.RefreshToken ?? ''
  const getUser = async (token: string) => (await server.send('GetUser', { AccessToken: token })).body

  describe('a refresh token', () => {
    test('gives new tokens and its successor', async () => {
      const before = await server.signedIn()
      server.wait(60 * MINUTE)
      expect(await server.verifyIdToken(before.IdToken)).toBeUndefined()
      const { AuthenticationResult: after } = await refresh(before.RefreshToken)
      expect(after?.RefreshToken).not.toBe(before.RefreshToken)
      expect(await server.verifyIdToken(after?.IdToken ?? '')).toMatchObject({ email: RUTH.email })
    })

    test('used twice within a minute gives the same successor, so that two tabs stay signed in', async () => {
      const { RefreshToken } = await server.signedIn()
      const [one, other] = await Promise.all([renewed(RefreshToken), renewed(RefreshToken)])
      server.wait(MINUTE)
      expect([other, await renewed(RefreshToken)]).toEqual([one, one])
      expect((await refresh(one)).AuthenticationResult).toBeDefined()
    })

    test('used again later ends the whole session', async () => {
      const { RefreshToken } = await server.signedIn()
      const { AuthenticationResult: next } = await refresh(RefreshToken)
      server.wait(MINUTE + 1)
      expect(errorOf(await refresh(RefreshToken))).toBe(
        'RefreshTokenReuseException: Refresh token has been reused.',
      )
      expect(errorOf(await refresh(next?.RefreshToken ?? ''))).toBe(
        'NotAuthorizedException: Invalid Refresh Token.',
      )
      expect(await server.verifyIdToken(next?.IdToken ?? '')).toBeUndefined()
    })

    test('ends 30 days after the sign-in, however often it was renewed', async () => {
      let token = (await server.signedIn()).RefreshToken
      server.wait(29 * DAY)
      token = await renewed(token)
      server.wait(DAY)
      expect(errorOf(await refresh(token))).toBe('NotAuthorizedException: Refresh Token has expired')
    })

    test('works through InitiateAuth as well', async () => {
      const { RefreshToken } = await server.signedIn()
      const { body } = await server.send('InitiateAuth', {
        ClientId: server.ids.userPoolClientId,
        AuthFlow: 'REFRESH_TOKEN_AUTH',
        AuthParameters: { REFRESH_TOKEN: RefreshToken },
      })
      expect(body.AuthenticationResult?.IdToken).toBeDefined()
    })
  })

  describe('a sign-in that was ended', () => {
    const endings: [string, (tokens: { AccessToken: string; RefreshToken: string }) => Promise<unknown>][] = [
      [
        'by RevokeToken',
        ({ RefreshToken }) =>
          server.send('RevokeToken', { ClientId: server.ids.userPoolClientId, Token: RefreshToken }),
      ],
      ['by GlobalSignOut', ({ AccessToken }) => server.send('GlobalSignOut', { AccessToken })],
      ['by disabling the user', () => server.users.setEnabled(RUTH.email, false)],
      ['by removing the user', () => server.users.remove(RUTH.email)],
      ['by a new password from the staff', () => server.users.setPassword(RUTH.email, {})],
    ]

    test.each(endings)('%s is over at once for tokens and for the store', async (_how, end) => {
      const tokens = await server.signedIn()
      const Logins = { [`localhost:8080/${server.ids.userPoolId}`]: tokens.IdToken }
      const { IdentityId } = (
        await server.send('GetId', { IdentityPoolId: server.ids.identityPoolId, Logins })
      ).body
      const { Credentials } = (await server.send('GetCredentialsForIdentity', { IdentityId, Logins })).body
      expect(await server.findCredential(Credentials?.AccessKeyId ?? '')).toBeDefined()
      expect(await server.verifyIdToken(tokens.IdToken)).toBeDefined()

      await end(tokens)
      expect(await server.verifyIdToken(tokens.IdToken)).toBeUndefined()
      expect(await server.findCredential(Credentials?.AccessKeyId ?? '')).toBeUndefined()
      expect(errorOf(await getUser(tokens.AccessToken))).toBe(
        'NotAuthorizedException: Access Token has been revoked',
      )
      expect(errorOf(await refresh(tokens.RefreshToken))).toBe(
        'NotAuthorizedException: Invalid Refresh Token.',
      )
      expect(
        errorOf((await server.send('GetId', { IdentityPoolId: server.ids.identityPoolId, Logins })).body),
      ).toBe('NotAuthorizedException: Invalid login token.')
    })

    test('is not ended by an access token, nor by a client that nobody knows', async () => {
      const { AccessToken, IdToken, RefreshToken } = await server.signedIn()
      const revoke = async (Token: string, ClientId = server.ids.userPoolClientId) =>
        errorOf((await server.send('RevokeToken', { ClientId, Token })).body)
      expect(await revoke(AccessToken)).toBe(
        'UnsupportedTokenTypeException: Only refresh tokens can be revoked.',
      )
      expect(await revoke(RefreshToken, 'nobody')).toMatch(/^ResourceNotFoundException/)
      expect(await server.verifyIdToken(IdToken)).toBeDefined()
    })

    test('leaves the other sign-ins of the same user alone', async () => {
      const phone = await server.signedIn()
      const laptop = await server.signedIn()
      await server.send('RevokeToken', { ClientId: server.ids.userPoolClientId, Token: phone.RefreshToken })
      expect(await server.verifyIdToken(laptop.IdToken)).toMatchObject({ email: RUTH.email })
    })
  })

  test('a changed role counts at once', async () => {
    const { IdToken } = await server.signedIn()
    expect(await server.verifyIdToken(IdToken)).toMatchObject({ groups: ['Admins'] })
    await server.users.setGroups(RUTH.email, [])
    expect(await server.verifyIdToken(IdToken)).toMatchObject({ groups: [] })
  })

  describe('a token', () => {
    const partsOf = (token: string) => {
      const [header = '', claims = '', signature = ''] = token.split('.')
      return { header, claims, signature }
    }
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const decode = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString()) as object

    test('expires after an hour by our clock', async () => {
      const { IdToken, AccessToken } = await server.signedIn()
      server.wait(60 * MINUTE - 1000)
      expect(await server.verifyIdToken(IdToken)).toBeDefined()
      server.wait(1000)
      expect(await server.verifyIdToken(IdToken)).toBeUndefined()
      expect(errorOf(await getUser(AccessToken))).toBe('NotAuthorizedException: Access Token has expired')
    })

    test('for access is no identity token, nor the other way round', async () => {
      const { IdToken, AccessToken } = await server.signedIn()
      expect(await server.verifyIdToken(AccessToken)).toBeUndefined()
      expect(errorOf(await getUser(IdToken))).toBe('NotAuthorizedException: Invalid Access Token')
      expect(await server.verifyIdToken(IdToken)).toBeDefined()
      expect(errorOf(await getUser(IdToken))).toBe('NotAuthorizedException: Invalid Access Token')
    })

    test('that was forged is refused, however it was done', async () => {
      const { IdToken } = await server.signedIn()
      const { header, claims, signature } = partsOf(IdToken)
      const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 })
      const signedBy = (head: object, body: object) => {
        const text = `${encode(head)}.${encode(body)}`
        return `${text}.${sign('sha256', Buffer.from(text), stranger.privateKey).toString('base64url')}`
      }
      const { keys } = (await (
        await fetch(`${server.origin}/${server.ids.userPoolId}/.well-known/jwks.json`)
      ).json()) as { keys: JsonWebKey[] }
      const publicPem = createPublicKey({ key: keys[0] ?? {}, format: 'jwk' }).export({
        type: 'spki',
        format: 'pem',
      })
      const hmacked = `${encode({ ...decode(header), alg: 'HS256' })}.${claims}`
      const forged = {
        'without a signature': `${encode({ alg: 'none' })}.${claims}.`,
        'with alg none and the old signature': `${encode({ ...decode(header), alg: 'none' })}.${claims}.${signature}`,
        'signed by another key under our key id': signedBy(decode(header), decode(claims)),
        'signed by a key that we do not know': signedBy({ alg: 'RS256', kid: 'unknown' }, decode(claims)),
        'with an HMAC under our public key': `${hmacked}.${createHmac('sha256', publicPem).update(hmacked).digest('base64url')}`,
        'with another role': `${header}.${encode({ ...decode(claims), 'cognito:groups': ['Bishops'] })}.${signature}`,
        'cut off': IdToken.slice(0, -10),
        'not a token at all': 'hello',
        empty: '',
      }
      for (const [how, token] of Object.entries(forged)) {
        expect(await server.verifyIdToken(token), how).toBeUndefined()
      }
      expect(await server.verifyIdToken(IdToken)).toBeDefined()
    })

    test('of another server is refused, even with the same name', async () => {
      const other = await startCognito()
      await other.addRuth()
      const { IdToken } = await other.signedIn()
      await other.close()
      expect(await server.verifyIdToken(IdToken)).toBeUndefined()
    })
  })
})
