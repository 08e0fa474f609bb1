import { type Kysely, sql as query } from 'kysely'
import type { RequestContext } from '../action.ts'
import { auditActor } from '../core/audit-events.ts'
import type { CognitoTables } from '../core/cognito-tables.ts'
import type { Person } from '../core/people.ts'
import { CognitoError } from '../errors.ts'
import type { CognitoParts } from '../parts.ts'

/**
 * Deletes somebody's account as they wish. NotAuthorizedException when no administrator would be left who can sign
 * in: somebody invited, who has still to choose a password, is none yet.
 */
export async function deleteUser(
  parts: CognitoParts,
  person: Person,
  context: RequestContext,
): Promise<void> {
  const { database, withLock, sessions, auditLog, adminGroup } = parts
  const remove = async (transaction: Kysely<CognitoTables>) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('identity_user')
      .where('sub', '=', person.sub)
      .$if(adminGroup !== undefined, (deletion) => {
        const isAdministrator = query<boolean>`group_names like ${`%"${adminGroup}"%`}`
        const others = transaction
          .selectFrom('identity_user')
          .select('sub')
          .where('enabled', '=', 1)
          .where('status', '=', 'CONFIRMED')
          .where(isAdministrator)
          .where('sub', '<>', person.sub)
        return deletion.where(({ or, not, exists }) => or([not(isAdministrator), exists(others)]))
      })
      .executeTakeFirst()
    if (numDeletedRows !== 1n) {
      throw (await parts.people.findBySub(person.sub, transaction))
        ? new CognitoError(
            'NotAuthorizedException',
            'You are the last administrator: make somebody else one before you delete your account.',
          )
        : new CognitoError('NotAuthorizedException', 'Access Token has been revoked')
    }
    const self = auditActor(person)
    const entry = { actor: self, subject: self, address: context.address }
    await auditLog.record({ kind: 'account_deleted', ...entry }, transaction)
  }
  // Whoever takes an administrator's rights holds the lock, so that the count still holds when the account goes.
  await withLock(() => database.sql.transaction().execute(remove))
  sessions.forget()
}
