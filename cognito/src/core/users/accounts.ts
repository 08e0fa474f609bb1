import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { changedMeanwhile } from '../../errors.ts'
import { type AuditEventParts, type AuditHappening, auditActor, type RecordEvent } from '../audit-events.ts'
import type { Codes } from '../factors/codes.ts'
import { forgetDevices } from '../factors/known-devices.ts'
import { forgetPasskeys } from '../factors/known-passkeys.ts'
import { TEMPORARY_DAYS } from '../factors/send-code.ts'
import type { Owner } from '../passwords/password-dictionary.ts'
import { checkPassword, makeTemporaryPassword } from '../passwords/password-policy.ts'
import type { Passwords } from '../passwords/passwords.ts'
import type { Clock, Database } from '../requests/host.ts'
import type { Sessions } from '../tokens/sessions.ts'
import type { CognitoTables } from './cognito-tables.ts'
import { inOrder, writeMembership } from './groups.ts'
import {
  type Attributes,
  changeUser,
  lockIfUnchanged,
  type User,
  type UserChange,
  type UserStore,
} from './users-sql.ts'

/** A password set by an operator: one to be replaced at the first sign-in, unless it is meant to last. */
export type GivenPassword = { password?: string | undefined; permanent?: boolean | undefined }

type GroupChange = AuditEventParts['groups_changed']['change']

const TEMPORARY_LIFETIME = TEMPORARY_DAYS * 24 * 60 * 60_000

export type Accounts = ReturnType<typeof createAccounts>

/** What administrators do to accounts, each with its entry in the audit log. */
export function createAccounts(parts: {
  database: Database
  users: UserStore
  passwords: Passwords
  codes: Codes
  sessions: Sessions
  clock: Clock
}) {
  const { database, users, passwords, codes, sessions, clock } = parts

  /** The columns set by a given password, and the password itself if it is to be handed on. */
  function passwordOf(sub: string, { password, permanent = false }: GivenPassword, owner: Owner) {
    if (password !== undefined) {
      checkPassword(password, owner)
    }
    const chosen = password ?? makeTemporaryPassword()
    const lasts = permanent && password !== undefined
    return {
      temporaryPassword: lasts ? undefined : chosen,
      columns: {
        status: lasts ? ('CONFIRMED' as const) : ('FORCE_CHANGE_PASSWORD' as const),
        encryptedVerifier: passwords.encryptVerifier(sub, chosen),
        temporaryUntil: lasts ? undefined : clock.now() + TEMPORARY_LIFETIME,
      },
    }
  }

  /**
   * Changes a user and records it; `kind` is what the audit log calls it. Attributes are written as a whole: throws
   * TooManyRequestsException when others were written since these were read.
   */
  async function change(
    user: User,
    columns: UserChange,
    record: RecordEvent,
    entry: AuditHappening,
    /** What else is written with it. */
    write: (transaction: Kysely<CognitoTables>) => Promise<void> = async () => undefined,
  ): Promise<void> {
    await database.sql.transaction().execute(async (transaction) => {
      if (columns.attributes && !(await lockIfUnchanged(transaction, user, ['email', 'attributes']))) {
        throw changedMeanwhile()
      }
      await changeUser(transaction, user.sub, columns, clock.now())
      await record({ ...entry, subject: auditActor({ ...user, ...columns }) }, transaction)
      const isOtherAddress = columns.email !== undefined && columns.email !== user.email
      if (isOtherAddress || columns.encryptedVerifier !== undefined || columns.enabled === false) {
        await codes.dropAll(user.sub, transaction)
      }
      await write(transaction)
    })
  }

  /** Ends all sign-ins, and forgets everything that signs in, or helps to, without the password. */
  async function endAccess(
    user: User,
    record: RecordEvent,
    transaction: Kysely<CognitoTables>,
  ): Promise<void> {
    await forgetDevices(transaction, auditActor(user), record)
    await forgetPasskeys(transaction, auditActor(user), record)
    await sessions.endAll(user.sub, transaction)
  }

  /** Gives somebody other groups; false when theirs are no longer the ones that were read. */
  async function replaceGroups(
    transaction: Kysely<CognitoTables>,
    { sub, groups: read }: User,
    groups: readonly string[],
  ): Promise<boolean> {
    const { numUpdatedRows } = await transaction
      .updateTable('identity_user')
      .set({ group_names: JSON.stringify(groups), updated: clock.now() })
      .where('sub', '=', sub)
      .where('group_names', '=', JSON.stringify(read))
      .executeTakeFirst()
    if (numUpdatedRows === 0n) {
      return false
    }
    await writeMembership(transaction, sub, groups)
    return true
  }

  /** Changes a group, and with it the groups of each of its members. */
  async function changeMembers(
    name: string,
    record: RecordEvent,
    change: GroupChange,
    write: (transaction: Kysely<CognitoTables>) => Promise<void>,
    become: (transaction: Kysely<CognitoTables>, names: string[]) => Promise<string[]>,
  ): Promise<void> {
    await database.sql.transaction().execute(async (transaction) => {
      await write(transaction)
      const members = await transaction
        .selectFrom('identity_member')
        .select('sub')
        .where('group_name', '=', name)
        .execute()
      for (const { sub } of members) {
        for (let isDone = false; !isDone; ) {
          const user = await users.findBySub(sub, transaction)
          isDone = !user || (await replaceGroups(transaction, user, await become(transaction, user.groups)))
        }
      }
      await record({ kind: 'groups_changed', parts: { group: name, change } }, transaction)
    })
  }

  return {
    change,

    /** Adds somebody; `undefined` when somebody has that email address already. */
    async add(
      given: GivenPassword & { email: string; groups: readonly string[]; attributes: Attributes },
      record: RecordEvent,
    ): Promise<{ sub: string; temporaryPassword: string | undefined } | undefined> {
      const sub = randomUUID()
      const { columns, temporaryPassword } = passwordOf(sub, given, {
        email: given.email,
        name: given.attributes.name,
      })
      const { email, attributes } = given
      return database.sql.transaction().execute(async (transaction) => {
        const groups = await inOrder(transaction, given.groups)
        const user = { sub, email, enabled: true, groups, attributes, ...columns }
        if (!(await users.add(user, clock.now(), transaction))) {
          return undefined
        }
        await writeMembership(transaction, sub, groups)
        await record({ kind: 'staff_added', subject: { sub, name: email } }, transaction)
        return { sub, temporaryPassword }
      })
    },

    /**
     * Gives a new password, and returns a temporary one to be handed on. All sign-ins end; devices and passkeys are
     * forgotten.
     */
    async setPassword(
      user: User,
      given: GivenPassword,
      record: RecordEvent,
      kind: 'staff_password_reset' | 'staff_invited_again' = 'staff_password_reset',
    ): Promise<string | undefined> {
      const { columns, temporaryPassword } = passwordOf(user.sub, given, {
        email: user.email,
        name: user.attributes.name,
      })
      await change(user, columns, record, { kind }, (transaction) => endAccess(user, record, transaction))
      return temporaryPassword
    },

    /** Makes the password worthless until its owner chooses another with a code, and ends the sign-ins made with it. */
    async resetPassword(user: User, record: RecordEvent): Promise<void> {
      const columns = { status: 'RESET_REQUIRED' as const }
      await change(user, columns, record, { kind: 'staff_password_reset' }, (transaction) =>
        endAccess(user, record, transaction),
      )
    },

    /** Somebody who is disabled is signed out everywhere and can't sign in. */
    async setEnabled(user: User, enabled: boolean, record: RecordEvent): Promise<void> {
      const kind = enabled ? 'staff_enabled' : 'staff_disabled'
      await change(user, { enabled }, record, { kind }, async (transaction) => {
        if (!enabled) {
          await sessions.endAll(user.sub, transaction)
        }
      })
    },

    /**
     * Takes effect at once, also for those who are signed in. Changes at the same time are made one after the other.
     */
    async changeGroups(
      sub: string,
      change: (names: string[]) => readonly string[],
      record: RecordEvent,
    ): Promise<void> {
      for (let isDone = false; !isDone; ) {
        isDone = await database.sql.transaction().execute(async (transaction) => {
          const user = await users.findBySub(sub, transaction)
          const groups = await inOrder(transaction, user ? change(user.groups) : [])
          if (!user || JSON.stringify(groups) === JSON.stringify(user.groups)) {
            return true
          }
          if (!(await replaceGroups(transaction, user, groups))) {
            return false
          }
          const entry = { subject: auditActor(user), parts: { before: user.groups, after: groups } }
          await record({ kind: 'staff_groups_changed', ...entry }, transaction)
          return true
        })
      }
    },

    /** Adds or changes a group, and puts the groups of its members into their new order. */
    async changeGroup(
      name: string,
      record: RecordEvent,
      change: GroupChange,
      write: (transaction: Kysely<CognitoTables>) => Promise<void>,
    ): Promise<void> {
      await changeMembers(name, record, change, write, async (transaction, names) =>
        inOrder(transaction, names),
      )
    },

    /** Removes a group; nobody is in it afterwards. */
    async removeGroup(
      name: string,
      record: RecordEvent,
      write: (transaction: Kysely<CognitoTables>) => Promise<void>,
    ): Promise<void> {
      await changeMembers(name, record, 'removed', write, async (_transaction, names) =>
        names.filter((other) => other !== name),
      )
    },

    /** Signs somebody out everywhere. */
    async signOut(user: User, record: RecordEvent): Promise<void> {
      await database.sql.transaction().execute(async (transaction) => {
        await sessions.endAll(user.sub, transaction)
        await record({ kind: 'staff_signed_out', subject: auditActor(user) }, transaction)
      })
    },

    async remove(user: User, record: RecordEvent): Promise<void> {
      await database.sql.transaction().execute(async (transaction) => {
        await users.remove(user.sub, transaction)
        await record({ kind: 'staff_removed', subject: auditActor(user) }, transaction)
      })
    },
  }
}
