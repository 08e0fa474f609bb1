import { ADMINS } from '@vestry/contract/roles.ts'
import { type Kysely, sql as query } from 'kysely'
import { ADMINISTRATORS } from '../../../server/src/database/leases.ts'
import type { Tables } from '../../../server/src/database/tables.ts'
import type { RequestContext } from '../action.ts'
import type { Person } from '../core/people.ts'
import { CognitoError } from '../errors.ts'
import type { CognitoParts } from '../parts.ts'
import { auditActor } from '../sign-in/finish-sign-in.ts'

/**
 * Deletes somebody's account as they wish. NotAuthorizedException when no administrator would be left who can sign
 * in: somebody invited, who has still to choose a password, is none yet.
 */
export async function deleteUser(
  parts: CognitoParts,
  person: Person,
  context: RequestContext,
): Promise<void> {
  const { database, leases, sessions, auditLog } = parts
  const remove = async (transaction: Kysely<Tables>) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('identity_user')
      .where('sub', '=', person.sub)
      .where(({ or, not, exists }) =>
        or([not(IS_ADMINISTRATOR), exists(administrators(transaction).where('sub', '<>', person.sub))]),
      )
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
  // Those who take an administrator's rights take turns, so that the count still holds when the account goes.
  await leases.withLock(ADMINISTRATORS, () => database.sql.transaction().execute(remove))
  sessions.forget()
}

const IS_ADMINISTRATOR = query<boolean>`group_names like ${`%"${ADMINS}"%`}`

function administrators(transaction: Kysely<Tables>) {
  return transaction
    .selectFrom('identity_user')
    .select('sub')
    .where('enabled', '=', 1)
    .where('status', '=', 'CONFIRMED')
    .where(IS_ADMINISTRATOR)
}
