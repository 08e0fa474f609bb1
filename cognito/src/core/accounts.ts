import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { changedMeanwhile } from '../errors.ts'
import { type AuditEvent, auditActor, type RecordEvent } from './audit-events.ts'
import type { Codes } from './codes.ts'
import type { CognitoTables } from './cognito-tables.ts'
import { inOrder, writeMembership } from './groups.ts'
import type { Clock, Database } from './host.ts'
import { forgetDevices } from './known-devices.ts'
import { forgetPasskeys } from './known-passkeys.ts'
import type { Owner } from './password-dictionary.ts'
import { checkPassword, makeTemporaryPassword } from './password-policy.ts'
import type { Passwords } from './passwords.ts'
import {
  type Attributes,
  changePerson,
  lockIfUnchanged,
  type People,
  type Person,
  type PersonChange,
} from './people.ts'
import { TEMPORARY_DAYS } from './send-code.ts'
import type { Sessions } from './sessions.ts'

/** A password set by an operator: one to be replaced at the first sign-in, unless it is meant to last. */
export type GivenPassword = { password?: string | undefined; permanent?: boolean | undefined }

const TEMPORARY_LIFETIME = TEMPORARY_DAYS * 24 * 60 * 60_000

export type Accounts = ReturnType<typeof createAccounts>

/** What is done to accounts by those who administer them, each with its entry in the audit log. */
export function createAccounts(parts: {
  database: Database
  people: People
  passwords: Passwords
  codes: Codes
  sessions: Sessions
  clock: Clock
}) {
  const { database, people, passwords, codes, sessions, clock } = parts

  /** The columns that a given password sets, and the password itself where it is to be handed on. */
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
   * Changes a person and notes it; `kind` is what the audit log calls it. Attributes are written as a whole: throws
   * TooManyRequestsException when others were written since these were read.
   */
  async function change(
    person: Person,
    columns: PersonChange,
    note: RecordEvent,
    entry: Pick<AuditEvent, 'kind' | 'detail'>,
    /** What else is written with it. */
    write: (transaction: Kysely<CognitoTables>) => Promise<void> = async () => undefined,
  ): Promise<void> {
    await database.sql.transaction().execute(async (transaction) => {
      if (columns.attributes && !(await lockIfUnchanged(transaction, person, ['email', 'attributes']))) {
        throw changedMeanwhile()
      }
      await changePerson(transaction, person.sub, columns, clock.now())
      await note({ ...entry, subject: auditActor({ ...person, ...columns }) }, transaction)
      const isOtherAddress = columns.email !== undefined && columns.email !== person.email
      if (isOtherAddress || columns.encryptedVerifier !== undefined || columns.enabled === false) {
        await codes.dropAll(person.sub, transaction)
      }
      await write(transaction)
    })
    sessions.forget()
  }

  /** Ends all sign-ins, and forgets what signs in, or helps to, without the password. */
  async function endAccess(
    person: Person,
    note: RecordEvent,
    transaction: Kysely<CognitoTables>,
  ): Promise<void> {
    await forgetDevices(transaction, auditActor(person), note)
    await forgetPasskeys(transaction, auditActor(person), note)
    await sessions.endAll(person.sub, undefined, transaction)
  }

  /** Changes a group, and with it the groups of each of its members. */
  async function changeMembers(
    name: string,
    note: RecordEvent,
    detail: string,
    write: (transaction: Kysely<CognitoTables>) => Promise<void>,
    become: (transaction: Kysely<CognitoTables>, names: string[]) => Promise<string[]>,
  ): Promise<void> {
    await database.sql.transaction().execute(async (transaction) => {
      await write(transaction)
      const members = await transaction
        .selectFrom('identity_member')
        .innerJoin('identity_user', 'identity_user.sub', 'identity_member.sub')
        .select(['identity_user.sub', 'group_names'])
        .where('group_name', '=', name)
        .execute()
      for (const { sub, group_names } of members) {
        const groups = await become(transaction, JSON.parse(group_names) as string[])
        await changePerson(transaction, sub, { groups }, clock.now())
        await writeMembership(transaction, sub, groups)
      }
      await note({ kind: 'groups_changed', detail }, transaction)
    })
    sessions.forget()
  }

  return {
    change,

    /** Adds somebody; `undefined` when somebody has that email address already. */
    async add(
      given: GivenPassword & { email: string; groups: readonly string[]; attributes: Attributes },
      note: RecordEvent,
    ): Promise<{ sub: string; temporaryPassword: string | undefined } | undefined> {
      const sub = randomUUID()
      const { columns, temporaryPassword } = passwordOf(sub, given, {
        email: given.email,
        name: given.attributes.name,
      })
      const { email, attributes } = given
      return database.sql.transaction().execute(async (transaction) => {
        const groups = await inOrder(transaction, given.groups)
        const person = { sub, email, enabled: true, groups, attributes, ...columns }
        if (!(await people.add(person, clock.now(), transaction))) {
          return undefined
        }
        await writeMembership(transaction, sub, groups)
        await note({ kind: 'staff_added', subject: { sub, name: email } }, transaction)
        return { sub, temporaryPassword }
      })
    },

    /**
     * Gives a new password and returns it where it is a temporary one, to be handed on. All sign-ins end; devices and
     * passkeys are forgotten.
     */
    async setPassword(
      person: Person,
      given: GivenPassword,
      note: RecordEvent,
      kind: 'staff_password_reset' | 'staff_invited_again' = 'staff_password_reset',
    ): Promise<string | undefined> {
      const { columns, temporaryPassword } = passwordOf(person.sub, given, {
        email: person.email,
        name: person.attributes.name,
      })
      await change(person, columns, note, { kind }, (transaction) => endAccess(person, note, transaction))
      return temporaryPassword
    },

    /** Makes the password worthless until its owner chooses another with a code, and ends what it opened. */
    async resetPassword(person: Person, note: RecordEvent): Promise<void> {
      const columns = { status: 'RESET_REQUIRED' as const }
      await change(person, columns, note, { kind: 'staff_password_reset' }, (transaction) =>
        endAccess(person, note, transaction),
      )
    },

    /** Somebody who is disabled is signed out everywhere and can't sign in. */
    async setEnabled(person: Person, enabled: boolean, note: RecordEvent): Promise<void> {
      const kind = enabled ? 'staff_enabled' : 'staff_disabled'
      await change(person, { enabled }, note, { kind }, async (transaction) => {
        if (!enabled) {
          await sessions.endAll(person.sub, undefined, transaction)
        }
      })
    },

    /** Counts at once, also for those who are signed in. Changes at the same time are made one after the other. */
    async changeGroups(
      sub: string,
      change: (names: string[]) => readonly string[],
      note: RecordEvent,
    ): Promise<void> {
      for (let isDone = false; !isDone; ) {
        isDone = await database.sql.transaction().execute(async (transaction) => {
          const person = await people.findBySub(sub, transaction)
          const groups = await inOrder(transaction, person ? change(person.groups) : [])
          if (!person || JSON.stringify(groups) === JSON.stringify(person.groups)) {
            return true
          }
          const { numUpdatedRows } = await transaction
            .updateTable('identity_user')
            .set({ group_names: JSON.stringify(groups), updated: clock.now() })
            .where('sub', '=', sub)
            .where('group_names', '=', JSON.stringify(person.groups))
            .executeTakeFirst()
          if (numUpdatedRows === 0n) {
            return false
          }
          await writeMembership(transaction, sub, groups)
          const detail = `${listed(person.groups)} → ${listed(groups)}`
          await note({ kind: 'staff_groups_changed', subject: auditActor(person), detail }, transaction)
          return true
        })
      }
      sessions.forget()
    },

    /** Adds or changes a group, and brings the groups of whoever is in it into their new order. */
    async changeGroup(
      name: string,
      note: RecordEvent,
      detail: string,
      write: (transaction: Kysely<CognitoTables>) => Promise<void>,
    ): Promise<void> {
      await changeMembers(name, note, detail, write, async (transaction, names) =>
        inOrder(transaction, names),
      )
    },

    /** Removes a group; nobody is in it afterwards. */
    async removeGroup(
      name: string,
      note: RecordEvent,
      write: (transaction: Kysely<CognitoTables>) => Promise<void>,
    ): Promise<void> {
      await changeMembers(name, note, `${name} removed`, write, async (_transaction, names) =>
        names.filter((other) => other !== name),
      )
    },

    /** Signs somebody out everywhere. */
    async signOut(person: Person, note: RecordEvent): Promise<void> {
      await database.sql.transaction().execute(async (transaction) => {
        await sessions.endAll(person.sub, undefined, transaction)
        await note({ kind: 'staff_signed_out', subject: auditActor(person) }, transaction)
      })
      sessions.forget()
    },

    async remove(person: Person, note: RecordEvent): Promise<void> {
      await database.sql.transaction().execute(async (transaction) => {
        await people.remove(person.sub, transaction)
        await note({ kind: 'staff_removed', subject: auditActor(person) }, transaction)
      })
      sessions.forget()
    },
  }
}

function listed(groups: readonly string[]): string {
  return groups.length > 0 ? groups.join(', ') : 'no group'
}
