import { randomUUID } from 'node:crypto'
import { ADMINS } from '@vestry/contract/roles.ts'
import { StartRefused } from '../../start-refused.ts'
import type { IdentityParts } from '../identity-parts.ts'
import { flawOf, makeTemporaryPassword } from './password-policy.ts'
import { type Attributes, changePerson, type Person } from './people.ts'

/** Why something could not be done to a person; the message is one sentence to show. */
export class StaffError extends Error {
  override name = 'StaffError'
  readonly code: 'unknown' | 'exists' | 'bad_email' | 'bad_group' | 'bad_password'

  constructor(code: StaffError['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** A password given by the staff: one to be replaced at the first sign-in, unless it is meant to last. */
export type GivenPassword = { password?: string | undefined; permanent?: boolean | undefined }

const TEMPORARY_LIFETIME = 7 * 24 * 60 * 60_000

export type Staff = ReturnType<typeof createStaff>

/** What the first start and the command line do to people. E-mail addresses are matched without regard to case. */
export function createStaff(parts: IdentityParts) {
  const { database, people, passwords, families, clock } = parts

  async function find(email: string): Promise<Person> {
    const person = await people.findByEmail(email)
    if (!person) {
      throw new StaffError('unknown', `Nobody here has the e-mail address ${email}.`)
    }
    return person
  }

  /** The columns that a given password sets, and the password itself when it was made here. */
  function passwordOf(sub: string, { password, permanent = false }: GivenPassword) {
    const flaw = password === undefined ? undefined : flawOf(password)
    if (flaw) {
      throw new StaffError('bad_password', `The password can't be taken: ${flaw}.`)
    }
    const chosen = password ?? makeTemporaryPassword()
    const lasts = permanent && password !== undefined
    return {
      temporaryPassword: lasts ? undefined : chosen,
      columns: {
        status: lasts ? ('CONFIRMED' as const) : ('FORCE_CHANGE_PASSWORD' as const),
        sealedVerifier: passwords.seal(sub, chosen),
        temporaryUntil: lasts ? undefined : clock.now() + TEMPORARY_LIFETIME,
      },
    }
  }

  return {
    list: () => people.list(),

    /** Adds somebody. Without a password a temporary one is made and returned; it is shown this once. */
    async create(
      given: GivenPassword & { email: string; groups?: readonly string[]; attributes?: Attributes },
    ): Promise<{ sub: string; temporaryPassword: string | undefined }> {
      const email = given.email.trim().toLowerCase()
      if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 320) {
        throw new StaffError('bad_email', `"${given.email}" is not an e-mail address.`)
      }
      const sub = randomUUID()
      const { columns, temporaryPassword } = passwordOf(sub, given)
      const added = await people.add(
        {
          sub,
          email,
          enabled: true,
          groups: checkGroups(given.groups ?? []),
          attributes: { email_verified: 'false', ...given.attributes },
          ...columns,
        },
        clock.now(),
      )
      if (!added) {
        throw new StaffError('exists', `Somebody here has the e-mail address ${email} already.`)
      }
      return { sub, temporaryPassword }
    },

    /** Gives a new password and ends all sign-ins. */
    async setPassword(
      email: string,
      given: GivenPassword,
    ): Promise<{ temporaryPassword: string | undefined }> {
      const { sub } = await find(email)
      const { columns, temporaryPassword } = passwordOf(sub, given)
      await changePerson(database.sql, sub, columns, clock.now())
      await families.endAll(sub)
      return { temporaryPassword }
    },

    /** Sets the groups; the first one is the role. It counts at once, also for those who are signed in. */
    async setGroups(email: string, groups: readonly string[]): Promise<void> {
      const { sub } = await find(email)
      await changePerson(database.sql, sub, { groups: checkGroups(groups) }, clock.now())
      families.forget()
    },

    /** Somebody who is disabled is signed out everywhere and can't sign in. */
    async setEnabled(email: string, enabled: boolean): Promise<void> {
      const { sub } = await find(email)
      await changePerson(database.sql, sub, { enabled }, clock.now())
      if (!enabled) {
        await families.endAll(sub)
      }
      families.forget()
    },

    async remove(email: string): Promise<void> {
      const { sub } = await find(email)
      await people.remove(sub)
      families.forget()
    },

    /**
     * Adds the first user, an administrator, when there is nobody yet; otherwise does nothing. A password
     * given here lasts, and whoever gives it vouches for the address; without one a temporary password is
     * made and returned.
     */
    async ensureFirstAdmin(given: {
      email: string
      password?: string | undefined
    }): Promise<{ email: string; temporaryPassword: string | undefined } | undefined> {
      if (!(await people.isEmpty())) {
        return undefined
      }
      const flaw = given.password === undefined ? undefined : flawOf(given.password)
      if (flaw) {
        throw new StartRefused(`VESTRY_ADMIN_PASSWORD can't be taken: ${flaw}.`)
      }
      const { temporaryPassword } = await this.create({
        ...given,
        permanent: true,
        groups: [ADMINS],
        attributes: { email_verified: String(given.password !== undefined) },
      })
      return { email: given.email.trim().toLowerCase(), temporaryPassword }
    },
  }
}

function checkGroups(groups: readonly string[]): string[] {
  const bad = groups.find((group) => !/^[\p{L}\p{N}_-]{1,64}$/u.test(group))
  if (bad !== undefined) {
    throw new StaffError('bad_group', `"${bad}" can't be the name of a group.`)
  }
  return [...new Set(groups)]
}
