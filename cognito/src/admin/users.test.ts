import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTemporaryPassword, policyViolation } from '../core/passwords/password-policy.ts'
import { operatorClient } from '../testing/operator-client.ts'
import { RUTH, startCognito, type TestCognito } from '../testing/start-cognito.ts'
import { eachDatabase } from '../testing/test-database.ts'

eachDatabase((on) => {
  let server: TestCognito

  beforeAll(async () => {
    server = await startCognito(on)
  })
  afterAll(async () => {
    await server.close()
  })

  describe('the first administrator', () => {
    test('is created when there is nobody, with a temporary password that is shown once', async () => {
      const first = await server.users.ensureFirstAdmin({ email: 'Admin@Vestry.local' })
      expect(first).toEqual({ email: 'admin@vestry.local', temporaryPassword: expect.any(String) })
      expect(await server.users.ensureFirstAdmin({ email: 'admin@vestry.local' })).toBeUndefined()
      expect(await server.users.list()).toMatchObject([
        { email: 'admin@vestry.local', groups: ['Admins'], status: 'FORCE_CHANGE_PASSWORD' },
      ])
      await server.users.remove('admin@vestry.local')
    })

    test('keeps a password that the operator has set', async () => {
      const first = await server.users.ensureFirstAdmin(RUTH)
      expect(first).toEqual({ email: RUTH.email, temporaryPassword: undefined })
      expect((await server.signIn()).AuthenticationResult).toBeDefined()
    })
  })

  describe('the staff', () => {
    test('adds nobody twice, whatever the case of its letters', async () => {
      await expect(server.users.create({ email: 'RUTH@Example.org' })).rejects.toMatchObject({
        code: 'exists',
        message: 'Somebody here has the email address ruth@example.org already.',
      })
    })

    test('invites nobody who has come in already', async () => {
      await expect(server.users.invite({ email: ' RUTH@Example.org' })).rejects.toMatchObject({
        code: 'exists',
        message: 'Somebody here has the email address ruth@example.org already.',
      })
    })

    test.each([
      ['an address that is none', { email: 'ruth' }, 'bad_email', '"ruth" is not an email address.'],
      [
        'an address that a list would take for two',
        { email: 'ruth,boaz@example.org' },
        'bad_email',
        '"ruth,boaz@example.org" is not an email address.',
      ],
      [
        'an address with a sign that nobody sees',
        { email: 'ruth\u202E@example.org' },
        'bad_email',
        '"ruth\u202E@example.org" is not an email address.',
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
      await expect(server.users.create(given)).rejects.toMatchObject({ code, message })
    })

    test('invites nobody into a group with an odd name, and changes nobody who was invited', async () => {
      const odd = { email: 'kilion@example.org', groups: ['No way!'] }
      await expect(server.users.invite(odd)).rejects.toMatchObject({ code: 'bad_group' })
      expect((await server.users.list()).map(({ email }) => email)).toEqual([RUTH.email])
      await server.users.invite({ email: odd.email, groups: ['Teachers'] })
      const [before] = await server.users.list()
      await expect(server.users.invite(odd)).rejects.toMatchObject({ code: 'bad_group' })
      expect((await server.users.list())[0]).toEqual(before)
      await server.users.remove(odd.email)
    })

    test('can not change somebody who is not here', async () => {
      for (const change of [
        () => server.users.setGroups('orpah@example.org', []),
        () => server.users.setPassword('orpah@example.org', {}),
        () => server.users.setEnabled('orpah@example.org', false),
        () => server.users.remove('orpah@example.org'),
      ]) {
        await expect(change()).rejects.toMatchObject({
          code: 'unknown',
          message: 'Nobody here has the email address orpah@example.org.',
        })
      }
    })

    test('locks somebody out and lets them in again', async () => {
      await server.users.setEnabled(RUTH.email, false)
      expect((await server.signIn()).message).toBe('User is disabled.')
      await server.users.setEnabled(RUTH.email, true)
      expect((await server.signIn()).AuthenticationResult).toBeDefined()
    })

    test('ends the sign-ins of whoever has lost the second factor', async () => {
      const { IdToken } = await server.signedIn()
      await server.users.resetSecondFactor(RUTH.email)
      expect(await server.verifyIdToken(IdToken)).toBeUndefined()
    })

    const off = { Enabled: false }
    test.each<[string, () => Promise<unknown>]>([
      ['the command line', () => server.users.resetSecondFactor(RUTH.email)],
      [
        'an administrator',
        () =>
          operatorClient(server).adminSetUserMFAPreference({
            ...{ UserPoolId: server.ids.userPoolId, Username: RUTH.email },
            ...{ SMSMfaSettings: off, SoftwareTokenMfaSettings: off, EmailMfaSettings: off },
          }),
      ],
    ])(
      'a reset of the second factor by %s ends the sign-ins in the same step or does nothing',
      async (_by, reset) => {
        const { sql } = server.database
        const { IdToken } = await server.signedIn()
        await sql.updateTable('identity_user').set({ mfa_enabled: '["EMAIL_OTP"]' }).execute()
        await sql.schema.alterTable('identity_session').renameTo('sessions_away').execute()
        await expect(reset()).rejects.toThrow()
        await sql.schema.alterTable('sessions_away').renameTo('identity_session').execute()
        const { mfa_enabled } = await sql.selectFrom('identity_user').selectAll().executeTakeFirstOrThrow()
        expect(mfa_enabled).toBe('["EMAIL_OTP"]')
        await reset()
        expect(await server.verifyIdToken(IdToken)).toBeUndefined()
      },
    )

    test('keeps passwords only as encrypted verifiers', async () => {
      const rows = await server.database.sql.selectFrom('identity_user').selectAll().execute()
      expect(JSON.stringify(rows)).not.toContain(RUTH.password)
      expect(rows[0]?.encrypted_verifier).toMatch(/^[A-Za-z0-9+/=]{500,}$/)
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
      expect(policyViolation(password)).toBe(flaw)
    })

    test('that is generated meets the policy, and is never the same', () => {
      const made = Array.from({ length: 200 }, makeTemporaryPassword)
      expect(new Set(made).size).toBe(200)
      for (const password of made) {
        expect(password).toMatch(/^([A-Z][a-z]{3}-){3}\d{4}$/)
        expect(policyViolation(password)).toBeUndefined()
      }
    })
  })
})
