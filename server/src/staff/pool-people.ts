import { createHash } from 'node:crypto'
import type { ListUsersCommandOutput } from '@aws-sdk/client-cognito-identity-provider'
import type { StaffFilter, StaffPage, StaffPerson } from '@vestry/contract/calls/staff-accounts.ts'
import { FACTOR_OF_WIRE, INVITATION_DAYS } from '@vestry/contract/rules/staff-rules.ts'
import { personKeys } from '@vestry/contract/text/person-keys.ts'
import { ApiError } from '../http/api-errors.ts'
import { byPrecedence } from './pool-groups.ts'
import { nameOf, type PoolUser, readUser } from './pool-user.ts'
import { MAX_PAGE_SIZE, readAllPages, type UserPool } from './user-pool.ts'

const INVITATION = INVITATION_DAYS * 24 * 60 * 60_000
/** A search that finds little must not read the whole pool before it responds. */
const MAX_CALLS = 10

export type StaffName = Pick<
  PoolUser,
  'sub' | 'name' | 'email' | 'language' | 'enabled' | 'status' | 'changed'
> & {
  /** The attributes that a search looks at: the name and the e-mail address. */
  search_key: string
}

/** Everybody in the pool, in the order of their names. */
export async function listNames(pool: UserPool): Promise<StaffName[]> {
  const users = await readAllPages(
    (PaginationToken) =>
      pool.call((client, of) => client.listUsers({ ...of, Limit: MAX_PAGE_SIZE, PaginationToken })),
    ({ Users }) => Users,
  )
  return users
    .map(readUser)
    .map((user) => {
      const { sub, email, language, enabled, status, changed } = user
      const { search_key } = personKeys({ first_name: user.name, last_name: '', parent_contact: email })
      return { sub, name: nameOf(user), email, language, enabled, status, changed, search_key }
    })
    .toSorted((a, b) => a.name.localeCompare(b.name))
}

/** The present name of somebody; undefined if the pool does not know them, or can't be asked. */
export async function findName(pool: UserPool, sub: string): Promise<string | undefined> {
  try {
    return nameOf((await getUser(pool, sub)).user)
  } catch (error) {
    if (error instanceof ApiError) {
      return undefined
    }
    throw error
  }
}

async function getUser(pool: UserPool, Username: string) {
  const answer = await pool.call((client, of) => client.adminGetUser({ ...of, Username }))
  const { UserAttributes, UserMFASettingList = [] } = answer
  return { user: readUser({ ...answer, Attributes: UserAttributes }), factors: UserMFASettingList }
}

/** Until when each person who was invited may sign in for the first time. */
export async function findInvitations(
  users: readonly Pick<PoolUser, 'sub' | 'status' | 'changed'>[],
  /** When these people were last sent a temporary password. */
  invitedAt: (subs: readonly string[]) => Promise<ReadonlyMap<string, number>>,
): Promise<Map<string, number>> {
  const invited = users.filter(({ status }) => status === 'invited')
  const sent = await invitedAt(invited.map(({ sub }) => sub))
  return new Map(invited.map(({ sub, changed }) => [sub, (sent.get(sub) ?? changed) + INVITATION]))
}

export type PoolPeople = ReturnType<typeof createPoolPeople>

/** Reads people from the pool. */
export function createPoolPeople(
  pool: UserPool,
  parts: {
    /** When these people were last sent a temporary password. */
    invitedAt: (subs: readonly string[]) => Promise<ReadonlyMap<string, number>>
    /** The groups of everybody who is in one. */
    listMemberships: () => Promise<ReadonlyMap<string, readonly string[]>>
  },
) {
  return {
    /** One person, as they are at this moment. */
    async find(sub: string): Promise<StaffPerson> {
      const { user, factors } = await getUser(pool, sub)
      const [groups, invitations] = await Promise.all([
        listGroupsOf(pool, sub),
        findInvitations([user], parts.invitedAt),
      ])
      return {
        ...rowOf(user, groups, invitations),
        second_factors: factors.flatMap((name) => FACTOR_OF_WIRE[name] ?? []),
        version: versionOf({ ...user, groups }),
      }
    },

    /**
     * One page of everybody or, with a search, first of those whose e-mail address begins with it and then of those
     * whose name does. A pool can only compare beginnings, of one attribute at a time.
     */
    async list({ search = '', limit, after }: StaffFilter): Promise<StaffPage> {
      const prefix = search.trim()
      const found: PoolUser[] = []
      let at: Position | undefined = readPosition(after, prefix)
      for (let calls = 0; at !== undefined && found.length < limit && calls < MAX_CALLS; calls += 1) {
        const { by, token }: Position = at
        const { Users = [], PaginationToken }: ListUsersCommandOutput = await pool.call((client, of) =>
          client.listUsers({
            ...of,
            Limit: Math.min(limit - found.length, MAX_PAGE_SIZE),
            ...(by !== 'all' && { Filter: beginsWith(by, prefix) }),
            PaginationToken: token,
          }),
        )
        const isFoundByEmail = ({ email }: PoolUser) => email.startsWith(prefix.toLowerCase())
        found.push(...Users.map(readUser).filter((user) => by !== 'name' || !isFoundByEmail(user)))
        at = PaginationToken
          ? { by, token: PaginationToken }
          : by === 'email'
            ? { by: 'name', token: undefined }
            : undefined
      }
      const [memberships, invitations] = await Promise.all([
        parts.listMemberships(),
        findInvitations(found, parts.invitedAt),
      ])
      return {
        results: found.map((user) => rowOf(user, memberships.get(user.sub) ?? [], invitations)),
        next: at === undefined ? null : `${at.by}.${at.token ?? ''}`,
      }
    },
  }
}

async function listGroupsOf(pool: UserPool, Username: string): Promise<string[]> {
  const { Groups = [] } = await pool.call((client, of) =>
    client.adminListGroupsForUser({ ...of, Username, Limit: MAX_PAGE_SIZE }),
  )
  return Groups.toSorted(byPrecedence).map(({ GroupName = '' }) => GroupName)
}

function rowOf(user: PoolUser, groups: readonly string[], invitations: ReadonlyMap<string, number>) {
  const { changed: _, ...person } = user
  return { ...person, groups: [...groups], invited_until: invitations.get(user.sub) ?? null }
}

/** The position in a list: the part of the list, and the pool's token in it. */
type Position = { by: 'all' | 'email' | 'name'; token: string | undefined }

function readPosition(after: string | undefined, search: string): Position {
  const start = search === '' ? 'all' : 'email'
  if (after === undefined) {
    return { by: start, token: undefined }
  }
  const [, by, token = ''] = /^(all|email|name)\.(.*)$/.exec(after) ?? []
  if (by === undefined || (by === 'all') !== (search === '')) {
    throw new ApiError('invalid_request', 'after must be the next of the page before.', { field: 'after' })
  }
  return { by: by as Position['by'], token: token === '' ? undefined : token }
}

function beginsWith(attribute: 'email' | 'name', text: string): string {
  // Addresses are kept in lower case.
  const value = attribute === 'email' ? text.toLowerCase() : text
  return `${attribute} ^= "${value.replaceAll(/["\\]/g, '\\$&')}"`
}

function versionOf({ name, language, groups }: Pick<StaffPerson, 'name' | 'language' | 'groups'>): string {
  return createHash('sha256')
    .update(JSON.stringify([name, language, groups.toSorted()]))
    .digest('base64url')
    .slice(0, 22)
}
