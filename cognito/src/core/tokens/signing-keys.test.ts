import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCognito } from '../../service.ts'
import { DAY, MINUTE, startCognito, type TestCognito } from '../../testing/start-cognito.ts'
import { eachDatabase } from '../../testing/test-database.ts'

eachDatabase((on) => {
  let server: TestCognito

  beforeAll(async () => {
    server = await startCognito(on)
    await server.addRuth()
  })
  afterAll(async () => {
    await server.close()
  })

  async function publishedKeys(): Promise<string[]> {
    const response = await fetch(`${server.origin}/${server.ids.userPoolId}/.well-known/jwks.json`)
    return ((await response.json()) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid)
  }

  const keyOf = (token: string) =>
    (JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid: string }).kid

  test('the successor of a key is published long before it signs, and a retired key until its tokens end', async () => {
    const made = server.clock.now()
    const successorStarts = made - (made % DAY) + 90 * DAY
    const [first = '', second = ''] = await publishedKeys()
    expect(keyOf((await server.signedIn()).IdToken)).toBe(first)

    server.wait(successorStarts - made - 30 * MINUTE)
    await server.sweep()
    expect(await publishedKeys()).toEqual([first, second])
    const underFirst = (await server.signedIn()).IdToken
    expect(keyOf(underFirst)).toBe(first)

    server.wait(30 * MINUTE)
    await server.sweep()
    const published = await publishedKeys()
    expect(published).toEqual([first, second, expect.any(String)])
    const underSecond = (await server.signedIn()).IdToken
    expect(keyOf(underSecond)).toBe(second)
    expect(await server.verifyIdToken(underSecond)).toBeDefined()
    expect(await server.verifyIdToken(underFirst)).toBeDefined()

    server.wait(3 * DAY)
    await server.sweep()
    expect(await publishedKeys()).toEqual(published.slice(1))
  })

  test('a token of another process is valid here, even when that process made a key just now', async () => {
    server.wait(200 * DAY)
    const elsewhere = await createCognito(server.settings)
    expect(elsewhere.ids).toEqual(server.ids)
    const { IdToken } = await server.signedIn()
    expect(await elsewhere.verifyIdToken(IdToken)).toBeDefined()
  })

  test('private keys lie encrypted in the database', async () => {
    const rows = await server.database.sql.selectFrom('identity_signing_key').selectAll().execute()
    for (const row of rows) {
      expect(row.encrypted_private_jwk).not.toContain('"d"')
      expect(Buffer.from(row.encrypted_private_jwk, 'base64').toString('latin1')).not.toContain('"d"')
    }
  })

  test('keys are rotated by command: issued tokens stay valid, and another process follows within a minute', async () => {
    await server.sweep()
    const [signing, successor] = (await publishedKeys()).slice(-2)
    const before = (await server.signedIn()).IdToken
    expect(keyOf(before)).toBe(signing)
    const other = await createCognito(server.settings)
    await other.rotateKeys()
    server.wait(30_000)
    await server.noticeKeys()
    const after = (await server.signedIn()).IdToken
    expect(keyOf(after)).toBe(successor)
    expect(await publishedKeys()).toEqual(expect.arrayContaining([signing, successor]))
    for (const token of [before, after]) {
      expect(await server.verifyIdToken(token)).toMatchObject({ email: 'ruth@example.org' })
      expect(await other.verifyIdToken(token)).toMatchObject({ email: 'ruth@example.org' })
    }
    server.wait(3 * DAY)
    await server.sweep()
    expect(await publishedKeys()).toEqual([successor, expect.any(String)])
  })

  test('a start with a clock far ahead leaves the keys as they signed, and so does one with the clock right again', async () => {
    await server.sweep()
    const { IdToken } = await server.signedIn()
    server.wait(95 * DAY)
    await createCognito(server.settings)
    server.wait(-95 * DAY)
    await createCognito(server.settings)
    await server.noticeKeys()
    expect(await server.verifyIdToken(IdToken)).toBeDefined()
    expect(keyOf((await server.signedIn()).IdToken)).toBe(keyOf(IdToken))
  })

  test.each([95, 3650])(
    'a server that worked with a clock %d days ahead signs once it is right again, and renews its keys as ever',
    async (days) => {
      server.wait(days * DAY)
      await server.sweep()
      server.wait(3 * DAY)
      await server.sweep()
      const ahead = await publishedKeys()
      server.wait(-(days + 3) * DAY)
      const after = await createCognito(server.settings)
      await server.noticeKeys()
      const { IdToken } = await server.signedIn()
      expect(ahead).not.toContain(keyOf(IdToken))
      expect(await after.verifyIdToken(IdToken)).toBeDefined()

      const now = (await publishedKeys()).indexOf(keyOf(IdToken))
      const successor = (await publishedKeys())[now + 1]
      server.wait(91 * DAY)
      await server.sweep()
      expect(keyOf((await server.signedIn()).IdToken)).toBe(successor)
      server.wait(-91 * DAY)
      await server.sweep()
    },
  )
})
