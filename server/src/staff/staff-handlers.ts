import type { ChangedPerson, StaffPerson, staffRoutes } from '@vestry/contract/calls/staff-accounts.ts'
import type { Happening } from '@vestry/contract/rules/audit-kinds.ts'
import { INVITED_BY } from '@vestry/contract/rules/staff-rules.ts'
import type { Actor, AuditLog } from '../audit/audit-log.ts'
import { ApiError } from '../http/api-errors.ts'
import type { Handlers } from '../http/mount-routes.ts'
import type { Administrators } from './administrators.ts'
import { createChangeGroups } from './change-groups.ts'
import { isUndelivered } from './pool-errors.ts'
import { joinGroup, listGroups } from './pool-groups.ts'
import type { PoolPeople } from './pool-people.ts'
import { MAX_PAGE_SIZE, readAllPages, type UserPool } from './user-pool.ts'

/** The calls about people who sign in. The pool makes the changes, and the audit trail records who asked for them. */
export function createStaffHandlers({
  pool,
  people,
  administrators,
  auditLog,
  makePassword,
}: {
  pool: UserPool
  people: PoolPeople
  administrators: Administrators
  auditLog: AuditLog
  /** Makes the temporary passwords that are handed over in person if no email leaves the server. */
  makePassword?: (() => string) | undefined
}): Handlers<typeof staffRoutes> {
  const { withLock, requireAnother } = administrators
  const changeGroups = createChangeGroups({ pool, administrators, auditLog })

  async function record(
    happening: Happening,
    { caller, address }: Actor,
    person: Pick<StaffPerson, 'sub' | 'email'>,
  ) {
    await auditLog.record({
      ...happening,
      actor: { sub: caller.sub, name: caller.email },
      subject: { sub: person.sub, name: person.email },
      address,
    })
  }

  async function changeAttributes(person: StaffPerson, { name, language }: ChangedPerson, actor: Actor) {
    const changed = [
      ...(name !== person.name ? [{ Name: 'name', Value: name }] : []),
      ...(language !== person.language ? [{ Name: 'locale', Value: language }] : []),
    ]
    if (changed.length > 0) {
      await pool.call((client, of) =>
        client.adminUpdateUserAttributes({ ...of, Username: person.sub, UserAttributes: changed }),
      )
      const attributes = changed.map(({ Name }) => Name)
      await record({ kind: 'staff_changed', parts: { attributes } }, actor, person)
    }
  }

  const signOut = (sub: string) =>
    pool.call((client, of) => client.adminUserGlobalSignOut({ ...of, Username: sub }))

  /** Forgets all devices of somebody: a remembered device replaces a second factor. */
  async function forgetDevices(Username: string) {
    const devices = await readAllPages(
      (PaginationToken) =>
        pool.call((client, of) =>
          client.adminListDevices({ ...of, Username, Limit: MAX_PAGE_SIZE, PaginationToken }),
        ),
      ({ Devices }) => Devices,
    )
    for (const { DeviceKey } of devices) {
      await pool.call((client, of) => client.adminForgetDevice({ ...of, Username, DeviceKey }))
    }
  }

  /** Sends a temporary password, and returns it if it has to be handed over in person. */
  async function sendInvitation(Username: string, { caller }: Actor): Promise<string | null> {
    const password = makePassword?.()
    await pool.call((client, of) =>
      client.adminCreateUser({
        ...of,
        Username,
        MessageAction: 'RESEND',
        DesiredDeliveryMediums: ['EMAIL'],
        ClientMetadata: { [INVITED_BY]: caller.name?.trim() || caller.email },
        ...(password !== undefined && { TemporaryPassword: password }),
      }),
    )
    return password ?? null
  }

  return {
    list: async ({ query }) => people.list(query),
    find: async ({ query }) => people.find(query.sub),

    invite: async ({ body: { email, name, language, groups }, ...actor }) => {
      await requireGroups(groups, [])
      const { User } = await pool.call((client, of) =>
        client.adminCreateUser({
          ...of,
          Username: email,
          MessageAction: 'SUPPRESS',
          UserAttributes: [
            { Name: 'email', Value: email },
            // A person who signs in with the emailed password has read it at this address.
            { Name: 'email_verified', Value: 'true' },
            { Name: 'name', Value: name },
            { Name: 'locale', Value: language },
          ],
        }),
      )
      const sub = User?.Attributes?.find(({ Name }) => Name === 'sub')?.Value ?? User?.Username ?? ''
      const joined: string[] = []
      try {
        for (const group of groups) {
          await joinGroup(pool, sub, group)
          joined.push(group)
        }
      } finally {
        // The account exists whether or not the groups could be set.
        await record({ kind: 'staff_added', parts: { groups: joined } }, actor, { sub, email })
      }
      // The email is sent last: if that fails, the account is complete, and the person can be invited again.
      const temporary_password = await sendInvitation(email, actor).catch((cause) => {
        throw new ApiError(
          'not_sent',
          'They are added, but the email could not be sent. Choose "Resend invitation" in the list of staff.',
          { cause },
        )
      })
      return { ...(await people.find(sub)), temporary_password }
    },

    change: async ({ body, ...actor }) =>
      withLock(async () => {
        const person = await people.find(body.sub)
        if (body.version !== undefined && body.version !== person.version) {
          throw new ApiError(
            'changed_meanwhile',
            'Someone else has changed this person since you opened it. Open it again to see their changes.',
          )
        }
        const groups = [...new Set(body.groups)]
        await requireGroups(groups, person.groups)
        await changeGroups(person, groups, actor)
        await changeAttributes(person, body, actor)
        return await people.find(body.sub)
      }),

    /** Where no email leaves the server, a code would prove nothing: it lies in the server's own outbox. */
    changeOwnAddress: async ({ body: { email }, ...actor }) => {
      if (makePassword === undefined) {
        throw new ApiError(
          'invalid_request',
          'Emails are sent from here: a new address is changed with a code.',
        )
      }
      const { sub } = actor.caller
      await pool.call((client, of) =>
        client.adminUpdateUserAttributes({
          ...of,
          Username: sub,
          UserAttributes: [
            { Name: 'email', Value: email },
            { Name: 'email_verified', Value: 'true' },
          ],
        }),
      )
      await record({ kind: 'staff_changed', parts: { attributes: ['email'] } }, actor, { sub, email })
      return { message: 'Your email address is changed.' }
    },

    setEnabled: async ({ body: { sub, enabled }, ...actor }) =>
      withLock(async () => {
        refuseOneself(sub, actor)
        const person = await people.find(sub)
        if (enabled) {
          await pool.call((client, of) => client.adminEnableUser({ ...of, Username: sub }))
        } else {
          await requireAnother(person.sub)
          await pool.call((client, of) => client.adminDisableUser({ ...of, Username: sub }))
        }
        if (person.enabled !== enabled) {
          await record({ kind: enabled ? 'staff_enabled' : 'staff_disabled' }, actor, person)
        }
        return { message: enabled ? 'The account is enabled again.' : 'The account is disabled.' }
      }),

    inviteAgain: async ({ body: { sub }, ...actor }) => {
      const person = await people.find(sub)
      if (person.status !== 'invited') {
        throw new ApiError('wrong_status', 'This person has already chosen a password.')
      }
      const temporary_password = await sendInvitation(person.email, actor).catch(async (error) => {
        if (isUndelivered(error)) {
          // The earlier password has been replaced all the same.
          await record({ kind: 'staff_invited_again' }, actor, person)
        }
        throw error
      })
      await record({ kind: 'staff_invited_again' }, actor, person)
      const message =
        temporary_password === null
          ? 'A new temporary password was sent.'
          : 'There is a new temporary password.'
      return { message, temporary_password }
    },

    resetPassword: async ({ body: { sub }, ...actor }) =>
      withLock(async () => {
        refuseOneself(sub, actor)
        const person = await people.find(sub)
        if (!person.enabled || person.status === 'invited' || person.status === 'unconfirmed') {
          throw new ApiError(
            'wrong_status',
            person.enabled
              ? 'They have not chosen a password yet. Send the invitation again instead.'
              : 'The account is disabled. Enable it first.',
          )
        }
        await requireAnother(person.sub)
        await pool.call((client, of) => client.adminResetUserPassword({ ...of, Username: sub }))
        await signOut(sub)
        await record({ kind: 'staff_password_reset' }, actor, person)
        return { message: 'They were signed out, and a code to choose a new password was sent.' }
      }),

    resetSecondFactor: async ({ body: { sub }, ...actor }) => {
      refuseOneself(sub, actor)
      const person = await people.find(sub)
      const off = { Enabled: false, PreferredMfa: false }
      await pool.call((client, of) =>
        client.adminSetUserMFAPreference({
          ...of,
          Username: sub,
          SMSMfaSettings: off,
          SoftwareTokenMfaSettings: off,
          EmailMfaSettings: off,
        }),
      )
      await forgetDevices(sub)
      await signOut(sub)
      const parts = { factors: person.second_factors }
      await record({ kind: 'staff_second_factor_reset', parts }, actor, person)
      return { message: 'Two-step verification is off until they set it up again.' }
    },

    signOut: async ({ body: { sub }, ...actor }) => {
      const person = await people.find(sub)
      await signOut(sub)
      await record({ kind: 'staff_signed_out' }, actor, person)
      return { message: 'They are signed out everywhere.' }
    },

    remove: async ({ query: { sub }, ...actor }) =>
      withLock(async () => {
        refuseOneself(sub, actor)
        const person = await people.find(sub)
        await requireAnother(person.sub)
        await pool.call((client, of) => client.adminDeleteUser({ ...of, Username: sub }))
        await record({ kind: 'staff_removed' }, actor, person)
        return { message: 'The account is deleted.' }
      }),
  }

  /** Groups that somebody is in already may stay, whether or not the pool still lists them. */
  async function requireGroups(groups: readonly string[], present: readonly string[]) {
    const known = [...(await listGroups(pool)).map(({ name }) => name), ...present]
    const unknown = groups.find((group) => !known.includes(group))
    if (unknown !== undefined) {
      const meant = known.find((name) => name.toLowerCase() === unknown.toLowerCase())
      const hint = meant === undefined ? '' : ` Did you mean ${meant}? Upper and lower case matter.`
      throw new ApiError('unknown_group', `There is no group ${unknown} here.${hint}`, { field: 'groups' })
    }
  }
}

function refuseOneself(sub: string, { caller }: Actor): void {
  if (sub === caller.sub) {
    throw new ApiError(
      'own_account',
      'This can not be done to one’s own account; somebody else has to do it.',
    )
  }
}
