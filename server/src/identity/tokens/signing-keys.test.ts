import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/each-database.ts'
import { DAY, type IdentityHouse, MINUTE, openIdentityHouse } from '../../testing/identity-house.ts'
import { openIdentity } from '../identity.ts'

eachDatabase((on) => {
  let house: IdentityHouse

  beforeAll(async () => {
    house = await openIdentityHouse(on)
    await house.addRuth()
  })
  afterAll(async () => {
    await house.close()
  })

  async function publishedKeys(): Promise<string[]> {
    const response = await fetch(`${house.origin}/${house.ids.userPoolId}/.well-known/jwks.json`)
    return ((await response.json()) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid)
  }

  const keyOf = (token: string) =>
    (JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid: string }).kid

  test('the successor of a key is published long before it signs, and a retired key until its tokens end', async () => {
    const made = house.clock.now()
    const successorStarts = made - (made % DAY) + 90 * DAY
    const [first = '', second = ''] = await publishedKeys()
    expect(keyOf((await house.signedIn()).IdToken)).toBe(first)

    house.wait(successorStarts - made - 30 * MINUTE)
    await house.sweep()
    expect(await publishedKeys()).toEqual([first, second])
    const underFirst = (await house.signedIn()).IdToken
    expect(keyOf(underFirst)).toBe(first)

    house.wait(30 * MINUTE)
    await house.sweep()
    const published = await publishedKeys()
    expect(published).toEqual([first, second, expect.any(String)])
    const underSecond = (await house.signedIn()).IdToken
    expect(keyOf(underSecond)).toBe(second)
    expect(await house.verifyIdToken(underSecond)).toBeDefined()
    expect(await house.verifyIdToken(underFirst)).toBeDefined()

    house.wait(3 * DAY)
    await house.sweep()
    expect(await publishedKeys()).toEqual(published.slice(1))
  })

  test('a token of another process is good here, even when that process made a key just now', async () => {
    house.wait(200 * DAY)
    const elsewhere = await openIdentity(house.settings)
    expect(elsewhere.ids).toEqual(house.ids)
    const { IdToken } = await house.signedIn()
    expect(await elsewhere.verifyIdToken(IdToken)).toBeDefined()
  })

  test('private keys lie sealed in the database', async () => {
    const rows = await house.database.sql.selectFrom('identity_signing_key').selectAll().execute()
    for (const row of rows) {
      expect(row.sealed_private_jwk).not.toContain('"d"')
      expect(Buffer.from(row.sealed_private_jwk, 'base64').toString('latin1')).not.toContain('"d"')
    }
  })

  test('a key is changed by command: tokens that are out stay good, and another process follows within a minute', async () => {
    await house.sweep()
    const [signing, successor] = (await publishedKeys()).slice(-2)
    const before = (await house.signedIn()).IdToken
    expect(keyOf(before)).toBe(signing)
    const other = await openIdentity(house.settings)
    await other.rotateKeys()
    house.wait(30_000)
    await house.noticeKeys()
    const after = (await house.signedIn()).IdToken
    expect(keyOf(after)).toBe(successor)
    expect(await publishedKeys()).toEqual(expect.arrayContaining([signing, successor]))
    for (const token of [before, after]) {
      expect(await house.verifyIdToken(token)).toMatchObject({ email: 'ruth@example.org' })
      expect(await other.verifyIdToken(token)).toMatchObject({ email: 'ruth@example.org' })
    }
    house.wait(3 * DAY)
    await house.sweep()
    expect(await publishedKeys()).toEqual([successor, expect.any(String)])
  })
})
