import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { flawOf, makeTemporaryPassword } from '../core/password-policy.ts'
import { RUTH, startIdentity, type TestIdentity } from '../testing/start-identity.ts'
import { eachDatabase } from '../testing/test-database.ts'

eachDatabase((on) => {
  let server: TestIdentity

  beforeAll(async () => {
    server = await startIdentity(on)
  })
  afterAll(async () => {
    await server.close()
  })

  describe('the first administrator', () => {
    test('is made when there is nobody, with a temporary password that is told once', async () => {
      const first = await server.staff.ensureFirstAdmin({ email: 'Admin@Vestry.local' })
      expect(first).toEqual({ email: 'admin@vestry.local', temporaryPassword: expect.any(String) })
      expect(await server.staff.ensureFirstAdmin({ email: 'admin@vestry.local' })).toBeUndefined()
      expect(await server.staff.list()).toMatchObject([
        { email: 'admin@vestry.local', groups: ['Admins'], status: 'FORCE_CHANGE_PASSWORD' },
      ])
      await server.staff.remove('admin@vestry.local')
    })

    test('keeps a password that the operator has set', async () => {
      const first = await server.staff.ensureFirstAdmin(RUTH)
      expect(first).toEqual({ email: RUTH.email, temporaryPassword: undefined })
      expect((await server.signIn()).AuthenticationResult).toBeDefined()
    })
  })

  describe('the staff', () => {
    test('adds nobody twice, whatever the case of the letters', async () => {
      await expect(server.staff.create({ email: 'RUTH@Example.org' })).rejects.toMatchObject({
        code: 'exists',
        message: 'Somebody here has the e-mail address ruth@example.org already.',
      })
    })

    test.each([
      ['an address that is none', { email: 'ruth' }, 'bad_email', '"ruth" is not an e-mail address.'],
      [
        'an address that a list would take for two',
        { email: 'ruth,boaz@example.org' },
        'bad_email',
        '"ruth,boaz@example.org" is not an e-mail address.',
      ],
      [
        'an address with a sign that nobody sees',
        { email: 'ruth\u202E@example.org' },
        'bad_email',
        '"ruth\u202E@example.org" is not an e-mail address.',
      ],
      [
        'a weak password',
        { email: 'a@example.org', password: 'weak' },
        'bad_password',
        "The password can't be taken: Password not long enough.",
      ],
      [
        'a group with an odd name',
        { email: 'a@example.org', groups: ['No way!'] },
        'bad_group',
        '"No way!" can\'t be the name of a group.',
      ],
    ])('is told of %s', async (_what, given, code, message) => {
      await expect(server.staff.create(given)).rejects.toMatchObject({ code, message })
    })

    test('can not change somebody who is not here', async () => {
      for (const change of [
        () => server.staff.setGroups('orpah@example.org', []),
        () => server.staff.setPassword('orpah@example.org', {}),
        () => server.staff.setEnabled('orpah@example.org', false),
        () => server.staff.remove('orpah@example.org'),
      ]) {
        await expect(change()).rejects.toMatchObject({
          code: 'unknown',
          message: 'Nobody here has the e-mail address orpah@example.org.',
        })
      }
    })

    test('locks somebody out and lets them in again', async () => {
      await server.staff.setEnabled(RUTH.email, false)
      expect((await server.signIn()).message).toBe('User is disabled.')
      await server.staff.setEnabled(RUTH.email, true)
      expect((await server.signIn()).AuthenticationResult).toBeDefined()
    })

    test('ends the sign-ins of whoever has lost the second factor', async () => {
      const { IdToken } = await server.signedIn()
      await server.staff.resetSecondFactor(RUTH.email)
      expect(await server.verifyIdToken(IdToken)).toBeUndefined()
    })

    test('keeps passwords only as sealed verifiers', async () => {
      const rows = await server.database.sql.selectFrom('identity_user').selectAll().execute()
      expect(JSON.stringify(rows)).not.toContain(RUTH.password)
      expect(rows[0]?.sealed_verifier).toMatch(/^[A-Za-z0-9+/=]{500,}$/)
    })
  })

  describe('a password', () => {
    test.each([
      ['Sh0rt-1', 'Password not long enough'],
      ['all-lower-case-1', 'Password must have uppercase characters'],
      ['ALL-UPPER-CASE-1', 'Password must have lowercase characters'],
      ['No-Numbers-Here', 'Password must have numeric characters'],
      ['NoSymbolsHere1', 'Password must have symbol characters'],
      [`Aa1-${'x'.repeat(300)}`, 'Password too long'],
      ['Good-Enough-1', undefined],
      ['Señor-Ñandú-1', undefined],
    ])('%s: %s', (password, flaw) => {
      expect(flawOf(password)).toBe(flaw)
    })

    test('that we make up is good, and never the same', () => {
      const made = Array.from({ length: 200 }, makeTemporaryPassword)
      expect(new Set(made).size).toBe(200)
      for (const password of made) {
        expect(password).toMatch(/^([A-Z][a-z]{3}-){3}\d{4}$/)
        expect(flawOf(password)).toBeUndefined()
      }
    })
  })
})
