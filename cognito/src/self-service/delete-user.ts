import type { RequestContext } from '../action.ts'
import { auditActor } from '../core/audit-events.ts'
import type { User } from '../core/users/users-sql.ts'
import { CognitoError } from '../errors.ts'
import type { CognitoParts } from '../parts.ts'

/** Deletes somebody's account at their wish. NotAuthorizedException when the host has a reason to keep it. */
export async function deleteUser(parts: CognitoParts, user: User, context: RequestContext): Promise<void> {
  const { database, auditLog, guardOwnDeletion } = parts
  const remove = () =>
    database.sql.transaction().execute(async (transaction) => {
      const { numDeletedRows } = await transaction
        .deleteFrom('identity_user')
        .where('sub', '=', user.sub)
        .executeTakeFirst()
      if (numDeletedRows !== 1n) {
        throw new CognitoError('NotAuthorizedException', 'Access Token has been revoked')
      }
      const self = auditActor(user)
      const entry = { actor: self, subject: self, address: context.address }
      await auditLog.record({ kind: 'account_deleted', ...entry }, transaction)
    })
  const refusal = guardOwnDeletion ? await guardOwnDeletion(user.sub, remove) : await remove()
  if (refusal !== undefined) {
    throw new CognitoError('NotAuthorizedException', refusal)
  }
}
