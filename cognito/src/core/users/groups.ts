import type { Kysely, Selectable } from 'kysely'
import type { CognitoTables } from './cognito-tables.ts'

/** A group that is described. */
export type Group = Selectable<CognitoTables['identity_group']>

export async function findGroup(sql: Kysely<CognitoTables>, name: string): Promise<Group | undefined> {
  return sql.selectFrom('identity_group').selectAll().where('name', '=', name).executeTakeFirst()
}

/**
 * The groups of a user in the order in which tokens name them: by precedence, the smallest first; those without one, or
 * without a description, come last in the order in which they were given. The first one is the role.
 */
export async function inOrder(sql: Kysely<CognitoTables>, names: readonly string[]): Promise<string[]> {
  const distinct = [...new Set(names)]
  if (distinct.length < 2) {
    return distinct
  }
  const described = await sql
    .selectFrom('identity_group')
    .select(['name', 'precedence'])
    .where('name', 'in', distinct)
    .execute()
  const precedence = new Map(described.map((group) => [group.name, group.precedence]))
  const rank = (name: string) => precedence.get(name) ?? Number.POSITIVE_INFINITY
  // The same rank twice is infinity less infinity: not a number, and not a difference.
  return distinct.sort((one, other) => rank(one) - rank(other) || 0)
}

/** Writes the groups of a user, in order, to the table by which users are found. */
export async function writeMembership(
  sql: Kysely<CognitoTables>,
  sub: string,
  names: readonly string[],
): Promise<void> {
  await sql.deleteFrom('identity_member').where('sub', '=', sub).execute()
  if (names.length > 0) {
    await sql
      .insertInto('identity_member')
      .values(names.map((name) => ({ group_name: name, sub })))
      .execute()
  }
}

/** Everybody in a group, in the order of their ids, beginning after `after`. */
export async function listMembers(
  sql: Kysely<CognitoTables>,
  name: string,
  { after = '', limit }: { after?: string | undefined; limit: number },
) {
  return sql
    .selectFrom('identity_member')
    .innerJoin('identity_user', 'identity_user.sub', 'identity_member.sub')
    .selectAll('identity_user')
    .where('group_name', '=', name)
    .where('identity_member.sub', '>', after)
    .orderBy('identity_member.sub')
    .limit(limit)
    .execute()
}
