import { ADMINS } from '@vestry/contract/roles.ts'
import { type Kysely, sql as query } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { IdentityError } from '../identity-errors.ts'
import type { IdentityParts } from '../identity-parts.ts'
import type { Person } from '../people/people.ts'
import type { Asker } from './action.ts'
import { partyOf } from './finish-sign-in.ts'

/**
 * Deletes somebody's account as they wish. NotAuthorizedException when no administrator would be left who can sign
 * in: somebody invited, who has still to choose a password, is none yet.
 */
export async function deleteUser(parts: IdentityParts, person: Person, asker: Asker): Promise<void> {
  const { database, families, journal } = parts
  await database.sql.transaction().execute(async (transaction) => {
    if (database.dialect === 'postgres') {
      // Two who leave at once take turns: the second one's count begins when the first one has left.
      await administrators(transaction).orderBy('sub').forUpdate().execute()
    }
    const { numDeletedRows } = await transaction
      .deleteFrom('identity_user')
      .where('sub', '=', person.sub)
      .where(({ or, not, exists }) =>
        or([not(IS_ADMINISTRATOR), exists(administrators(transaction).where('sub', '<>', person.sub))]),
      )
      .executeTakeFirst()
    if (numDeletedRows !== 1n) {
      throw (await parts.people.findBySub(person.sub, transaction))
        ? new IdentityError(
            'NotAuthorizedException',
            'You are the last administrator: make somebody else one before you delete your account.',
          )
        : new IdentityError('NotAuthorizedException', 'Access Token has been revoked')
    }
    const self = partyOf(person)
    const entry = { actor: self, subject: self, address: asker.address }
    await journal.record({ kind: 'account_deleted', ...entry }, transaction)
  })
  families.forget()
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
