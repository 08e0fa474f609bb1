import type { RequestContext } from '../action.ts'
import type { RecordEvent } from '../core/audit-events.ts'
import { setSecondFactorsOf } from '../core/factors/second-factors.ts'
import { sendInvitation, sendPasswordGiven } from '../core/factors/send-code.ts'
import type { Owner } from '../core/passwords/password-dictionary.ts'
import { policyViolation } from '../core/passwords/password-policy.ts'
import type { GivenPassword } from '../core/users/accounts.ts'
import { isEmailAddress } from '../core/users/attributes.ts'
import type { Attributes, User } from '../core/users/users-sql.ts'
import type { CognitoParts } from '../parts.ts'

/** Why something could not be done to a user; the message is one sentence to show. */
export class UserError extends Error {
  override name = 'UserError'
  readonly code: 'unknown' | 'exists' | 'bad_email' | 'bad_group' | 'bad_password' | 'unsent'

  constructor(code: UserError['code'], message: string, options: ErrorOptions = {}) {
    super(message, options)
    this.code = code
  }
}

export type Users = ReturnType<typeof createUsers>

/** What the first start and the command line do to users. E-mail addresses are matched without regard to case. */
export function createUsers(parts: CognitoParts) {
  const { users, accounts, auditLog, withLock, adminGroup } = parts
  const recordAs =
    (name: string): RecordEvent =>
    (entry, into) =>
      auditLog.record({ ...entry, actor: { name } }, into)
  const record = recordAs('command line')

  async function find(email: string): Promise<User> {
    const user = await users.findByEmail(email)
    if (!user) {
      throw new UserError('unknown', `Nobody here has the email address ${email}.`)
    }
    return user
  }

  /** Waits for the emails that go out with something. A failure to send one is no reason to keep somebody out. */
  async function awaitEmails(work: (later: RequestContext['later']) => Promise<void>): Promise<void> {
    const emails: Promise<void>[] = []
    await work((_what, send) => emails.push(send().catch(() => undefined)))
    await Promise.all(emails)
  }

  /** Gives somebody the groups and attributes named; the others stay. */
  async function describe(
    user: User,
    { groups, attributes = {} }: { groups?: readonly string[]; attributes?: Attributes },
  ): Promise<void> {
    if (groups !== undefined) {
      const names = checkGroups(groups)
      await accounts.changeGroups(user.sub, () => names, record)
    }
    const changed = Object.keys(attributes).filter((name) => attributes[name] !== user.attributes[name])
    if (changed.length > 0) {
      const columns = { attributes: { ...user.attributes, ...attributes } }
      await accounts.change(user, columns, record, { kind: 'staff_changed', parts: { attributes: changed } })
    }
  }

  return {
    list: () => users.list(),

    /** Adds somebody. Without a password a temporary one is made and returned; it is shown this once. */
    async create(
      given: GivenPassword & { email: string; groups?: readonly string[]; attributes?: Attributes },
      by = record,
    ): Promise<{ sub: string; temporaryPassword: string | undefined }> {
      const email = given.email.trim().toLowerCase()
      if (!isEmailAddress(email)) {
        throw new UserError('bad_email', `"${given.email}" is not an email address.`)
      }
      checkGiven(given, { email, name: given.attributes?.name })
      const groups = checkGroups(given.groups ?? [])
      const attributes = { email_verified: 'false', ...given.attributes }
      const added = await accounts.add({ ...given, email, groups, attributes }, by)
      if (!added) {
        throw new UserError('exists', `Somebody here has the email address ${email} already.`)
      }
      return added
    },

    /**
     * Adds somebody, or gives somebody who has never signed in the groups and attributes named, and sends them a
     * temporary password, which is also returned.
     */
    async invite(given: {
      email: string
      groups?: readonly string[]
      attributes?: Attributes
    }): Promise<string> {
      const known = await users.findByEmail(given.email.trim())
      if (known && known.status !== 'FORCE_CHANGE_PASSWORD') {
        throw new UserError('exists', `Somebody here has the email address ${known.email} already.`)
      }
      if (known) {
        await describe(known, given)
      }
      const made = known
        ? await accounts.setPassword(known, {}, record, 'staff_invited_again')
        : (await this.create(given)).temporaryPassword
      const password = made ?? ''
      try {
        await sendInvitation(parts, await find(given.email.trim()), password)
      } catch (cause) {
        throw new UserError(
          'unsent',
          'They are added, but the email could not be sent. Look at the mail server, and invite them again.',
          { cause },
        )
      }
      return password
    },

    /** Switches all second factors off, forgets the authenticator app, all devices and passkeys, and ends all sign-ins. */
    async resetSecondFactor(email: string): Promise<void> {
      const user = await find(email)
      const off = { Enabled: false }
      const all = { SOFTWARE_TOKEN_MFA: off, EMAIL_OTP: off, SMS_MFA: off }
      await awaitEmails((later) => setSecondFactorsOf(parts, user, all, { record, later }))
    },

    /** Gives a new password, ends all sign-ins, and forgets all devices and passkeys. */
    async setPassword(
      email: string,
      given: GivenPassword,
    ): Promise<{ temporaryPassword: string | undefined }> {
      const user = await find(email)
      checkGiven(given, { email: user.email, name: user.attributes.name })
      const temporaryPassword = await accounts.setPassword(user, given, record)
      await awaitEmails(async (later) => sendPasswordGiven(parts, user, { later }))
      return { temporaryPassword }
    },

    /** Sets the groups and answers them in their order; the first one is the role. */
    async setGroups(email: string, groups: readonly string[]): Promise<readonly string[]> {
      const { sub } = await find(email)
      const names = checkGroups(groups)
      await accounts.changeGroups(sub, () => names, record)
      return (await find(email)).groups
    },

    /** Somebody who is disabled is signed out everywhere and can't sign in. */
    async setEnabled(email: string, enabled: boolean): Promise<void> {
      await accounts.setEnabled(await find(email), enabled, record)
    },

    async remove(email: string): Promise<void> {
      await accounts.remove(await find(email), record)
    },

    /**
     * Adds the first user, an administrator, when there is nobody yet; otherwise does nothing. A password given here
     * lasts, and the person who gives it vouches for the address; without one a temporary password is made and
     * returned.
     */
    async ensureFirstAdmin(given: {
      email: string
      password?: string | undefined
    }): Promise<{ email: string; temporaryPassword: string | undefined } | undefined> {
      if (!(await users.isEmpty())) {
        return undefined
      }
      checkGiven(given, given)
      const attributes = { email_verified: String(given.password !== undefined) }
      // When several processes start together, one of them makes the first user and returns the password.
      return withLock(async () => {
        if (!(await users.isEmpty())) {
          return undefined
        }
        const { temporaryPassword } = await this.create(
          { ...given, permanent: true, groups: adminGroup === undefined ? [] : [adminGroup], attributes },
          recordAs('first start'),
        )
        return { email: given.email.trim().toLowerCase(), temporaryPassword }
      })
    },
  }
}

function checkGroups(groups: readonly string[]): string[] {
  const bad = groups.find((group) => !/^[\p{L}\p{N}_-]{1,64}$/u.test(group))
  if (bad !== undefined) {
    throw new UserError('bad_group', `"${bad}" can't be the name of a group.`)
  }
  return [...groups]
}

function checkGiven({ password }: GivenPassword, owner: Owner): void {
  const flaw = password === undefined ? undefined : policyViolation(password, owner)
  if (flaw) {
    throw new UserError('bad_password', `The password can't be taken: ${flaw}.`)
  }
}
