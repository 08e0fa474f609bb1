import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../requests/host.ts'
import type { CognitoTables } from './cognito-tables.ts'
import { nameKeyOf, type User, userOf } from './users-sql.ts'

/** A filter: one attribute that is, or begins with, a value. */
export type UserFilter = { attribute: string; how: '=' | '^='; value: string }

/** Where a page ended: the values of the columns by which the list is sorted. */
export type Bookmark = readonly string[]

type Where = (row: ExpressionBuilder<CognitoTables, 'identity_user'>) => Expression<SqlBool>

type Search = {
  /** Sorted by the first column of an index, and last by the email address, which makes the order total. */
  order: readonly ('name_key' | 'email')[]
  where?: Where
  /** Decides when the database only narrows down. */
  fits?: (user: User) => boolean
}

const STATUSES = ['UNCONFIRMED', 'CONFIRMED', 'FORCE_CHANGE_PASSWORD', 'RESET_REQUIRED'] as const
const OTHERS = new Set(['phone_number', 'given_name', 'family_name', 'preferred_username'])

/** How a filter is answered; `undefined` for an attribute that can't be searched. */
function searchFor({ attribute, how, value }: UserFilter): Search | undefined {
  const fits = (text: string) => (how === '=' ? text === value : text.startsWith(value))
  if (attribute === 'email') {
    return { order: ['email'], where: inIndex('email', how, value.toLowerCase()) }
  }
  if (attribute === 'name') {
    return { order: ['name_key', 'email'], where: inIndex('name_key', how, nameKeyOf(value)) }
  }
  if (attribute === 'sub' || attribute === 'username') {
    const where: Where = (row) =>
      how === '=' ? row('sub', '=', value) : row('sub', 'like', `${value.replace(/[%_\\]/g, '')}%`)
    return { order: ['email'], where, fits: ({ sub }) => fits(sub) }
  }
  if (attribute === 'status') {
    const enabled = [fits('Disabled'), fits('Enabled')].flatMap((fitting, flag) => (fitting ? [flag] : []))
    return { order: ['email'], where: (row) => row.or(enabled.map((flag) => row('enabled', '=', flag))) }
  }
  if (attribute === 'cognito:user_status') {
    const wanted = value.toUpperCase()
    const statuses = STATUSES.filter((known) => (how === '=' ? known === wanted : known.startsWith(wanted)))
    return { order: ['email'], where: (row) => row.or(statuses.map((known) => row('status', '=', known))) }
  }
  return OTHERS.has(attribute)
    ? {
        order: ['email'],
        // As it is in the JSON; the databases differ in whether upper and lower case matter.
        where: () =>
          sql<SqlBool>`attributes like ${`%${likeLiteral(`${JSON.stringify({ [attribute]: value }).slice(1, -2)}`)}%`} escape '!'`,
        fits: (user) => user.attributes[attribute] !== undefined && fits(user.attributes[attribute]),
      }
    : undefined
}

/** A condition that an index on the column answers; the column is sorted by its bytes. */
function inIndex(column: 'email' | 'name_key', how: '=' | '^=', value: string): Where {
  return (row) =>
    how === '='
      ? row(column, '=', value)
      : row.and([row(column, '>=', value), row(column, '<', `${value}\u{10ffff}`)])
}

function likeLiteral(text: string): string {
  return text.replace(/[!%_]/g, (character) => `!${character}`)
}

/**
 * One page of users, in the order of their email addresses, or of their names when those are looked for. If an index
 * answers it, it costs no more with many users than with few. `undefined` for an unknown filter.
 */
export async function pageOfUsers(
  { sql: db }: Database,
  { filter, after, limit }: { filter?: UserFilter | undefined; after?: Bookmark | undefined; limit: number },
): Promise<{ users: User[]; next: Bookmark | undefined } | undefined> {
  const search = filter ? searchFor(filter) : { order: ['email' as const] }
  if (!search) {
    return undefined
  }
  const { order, where, fits } = search
  let query = db.selectFrom('identity_user').selectAll()
  if (where) {
    query = query.where(where)
  }
  if (after) {
    const columns = sql.join(order.map((column) => sql.ref(column)))
    query = query.where(sql<SqlBool>`(${columns}) > (${sql.join(after.map((value) => sql.val(value)))})`)
  }
  for (const column of order) {
    query = query.orderBy(column)
  }
  const rows = await query.limit(limit + 1).execute()
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const users = page.map(userOf)
  return {
    users: fits ? users.filter(fits) : users,
    next: rows.length > limit && last ? order.map((column) => last[column]) : undefined,
  }
}
