import { createHash } from 'node:crypto'
import type {
  AttributeType,
  ListUsersCommandOutput,
  UserType,
} from '@aws-sdk/client-cognito-identity-provider'
import { asMessageLanguage, DEFAULT_LANGUAGE } from '@vestry/contract/messages/message-languages.ts'
import type { StaffFilter, StaffGroup, StaffPerson } from '@vestry/contract/staff-accounts.ts'
import { FACTOR_OF_WIRE, INVITATION_DAYS, type StaffStatus } from '@vestry/contract/staff-rules.ts'
import { ApiError } from '../http/api-errors.ts'
import { withBuiltInGroups } from './built-in-groups.ts'
import type { UserPool } from './user-pool.ts'

const STATUS_OF_WIRE: Readonly<Record<string, StaffStatus>> = {
  FORCE_CHANGE_PASSWORD: 'invited',
  RESET_REQUIRED: 'must_reset',
  UNCONFIRMED: 'unconfirmed',
}
const INVITATION = INVITATION_DAYS * 24 * 60 * 60_000
/** A row costs two calls more, and a pool counts calls. */
const ROWS_AT_ONCE = 5
const MAX_IN_A_CALL = 60
/** A search that finds little must not read the whole pool before it answers. */
const MAX_CALLS = 10

export type PoolPeople = ReturnType<typeof createPoolPeople>

/** Reads people out of the pool. `invitedAt` tells when these people were last sent a temporary password. */
export function createPoolPeople(
  pool: UserPool,
  invitedAt: (subs: readonly string[]) => Promise<ReadonlyMap<string, number>>,
) {
  async function find(sub: string): Promise<StaffPerson> {
    const user = await pool.ask((client, of) => client.adminGetUser({ ...of, Username: sub }))
    const { enabled, status, ...attributes } = told({ ...user, Attributes: user.UserAttributes })
    const [groups, invitations] = await Promise.all([
      groupsOf(sub),
      status === 'invited' ? invitedAt([sub]) : new Map<string, number>(),
    ])
    const changed = user.UserLastModifiedDate?.getTime() ?? 0
    return {
      sub,
      ...attributes,
      groups,
      enabled,
      status,
      invited_until: status === 'invited' ? (invitations.get(sub) ?? changed) + INVITATION : null,
      second_factors: (user.UserMFASettingList ?? []).flatMap((name) => FACTOR_OF_WIRE[name] ?? []),
      version: versionOf({ ...attributes, groups }),
    }
  }

  async function groupsOf(sub: string): Promise<string[]> {
    const { Groups = [] } = await pool.ask((client, of) =>
      client.adminListGroupsForUser({ ...of, Username: sub, Limit: MAX_IN_A_CALL }),
    )
    return Groups.toSorted(byPrecedence).map(({ GroupName = '' }) => GroupName)
  }

  /** Undefined for who was deleted in between. */
  async function findIfThere(sub: string): Promise<StaffPerson | undefined> {
    try {
      return await find(sub)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'not_found') {
        return undefined
      }
      throw error
    }
  }

  return {
    find,

    /**
     * One page of everybody or, with a search, of those whose e-mail address begins so and then of those whose
     * name does. A pool compares beginnings only, with one attribute at a time.
     */
    async list({
      search = '',
      limit,
      after,
    }: StaffFilter): Promise<{ results: StaffPerson[]; next: string | null }> {
      const begins = search.trim()
      const place = placeOf(after, begins)
      const subs: string[] = []
      let at: Place | undefined = place
      for (let calls = 0; at !== undefined && subs.length < limit && calls < MAX_CALLS; calls += 1) {
        const { by, token }: Place = at
        const { Users = [], PaginationToken }: ListUsersCommandOutput = await pool.ask((client, of) =>
          client.listUsers({
            ...of,
            Limit: Math.min(limit - subs.length, MAX_IN_A_CALL),
            ...(by !== 'all' && { Filter: beginsWith(by, begins) }),
            ...(token !== undefined && { PaginationToken: token }),
          }),
        )
        subs.push(...Users.filter((user) => by !== 'name' || !isFoundByEmail(user, begins)).map(subOf))
        at = PaginationToken
          ? { by, token: PaginationToken }
          : by === 'email'
            ? { by: 'name', token: undefined }
            : undefined
      }
      const results: StaffPerson[] = []
      for (let from = 0; from < subs.length; from += ROWS_AT_ONCE) {
        const rows = await Promise.all(subs.slice(from, from + ROWS_AT_ONCE).map(findIfThere))
        results.push(...rows.filter((row) => row !== undefined))
      }
      return { results, next: at === undefined ? null : `${at.by}.${at.token ?? ''}` }
    },

    async listGroups(): Promise<StaffGroup[]> {
      const found = []
      let NextToken: string | undefined
      do {
        const answer = await pool.ask((client, of) =>
          client.listGroups({ ...of, Limit: MAX_IN_A_CALL, ...(NextToken !== undefined && { NextToken }) }),
        )
        found.push(...(answer.Groups ?? []))
        NextToken = answer.NextToken
      } while (NextToken !== undefined)
      const groups = found
        .toSorted(byPrecedence)
        .map(({ GroupName = '', Description = '' }) => ({ name: GroupName, description: Description }))
      return withBuiltInGroups(groups)
    },

    /** Whether somebody of this group, not counting `except`, is able to sign in just now. */
    async anyoneIn(GroupName: string, except?: string): Promise<boolean> {
      let NextToken: string | undefined
      do {
        const answer = await pool.ask((client, of) =>
          client.listUsersInGroup({
            ...of,
            GroupName,
            Limit: MAX_IN_A_CALL,
            ...(NextToken !== undefined && { NextToken }),
          }),
        )
        const able = (answer.Users ?? []).filter((user) => {
          const { enabled, status } = told(user)
          return enabled && status === 'active'
        })
        if (able.some((user) => subOf(user) !== except)) {
          return true
        }
        NextToken = answer.NextToken
      } while (NextToken !== undefined)
      return false
    },
  }
}

/** Where a list stands: in which of its parts, and at which token of the pool's. */
type Place = { by: 'all' | 'email' | 'name'; token: string | undefined }

function placeOf(after: string | undefined, search: string): Place {
  const start = search === '' ? 'all' : 'email'
  if (after === undefined) {
    return { by: start, token: undefined }
  }
  const [, by, token = ''] = /^(all|email|name)\.(.*)$/.exec(after) ?? []
  if (by === undefined || (by === 'all') !== (search === '')) {
    throw new ApiError('invalid_request', 'after must be the next of the page before.', { field: 'after' })
  }
  return { by: by as Place['by'], token: token === '' ? undefined : token }
}

function beginsWith(attribute: 'email' | 'name', text: string): string {
  // Addresses are kept in small letters.
  const value = attribute === 'email' ? text.toLowerCase() : text
  return `${attribute} ^= "${value.replaceAll(/["\\]/g, '\\$&')}"`
}

function isFoundByEmail(user: UserType, search: string): boolean {
  return told(user).email.startsWith(search.toLowerCase())
}

export function subOf(user: UserType): string {
  return attributeOf(user.Attributes, 'sub') ?? user.Username ?? ''
}

function told(user: Pick<UserType, 'Attributes' | 'Enabled' | 'UserStatus'>) {
  const language = asMessageLanguage(attributeOf(user.Attributes, 'locale') ?? '') ?? DEFAULT_LANGUAGE
  return {
    email: attributeOf(user.Attributes, 'email') ?? '',
    name: attributeOf(user.Attributes, 'name') ?? '',
    language,
    enabled: user.Enabled ?? true,
    status: STATUS_OF_WIRE[user.UserStatus ?? ''] ?? ('active' as const),
  }
}

export function attributeOf(
  attributes: readonly AttributeType[] | undefined,
  name: string,
): string | undefined {
  return attributes?.find((attribute) => attribute.Name === name)?.Value
}

/** What has none, or the same, stays as the pool has it. */
function byPrecedence(one: { Precedence?: number | undefined }, other: { Precedence?: number | undefined }) {
  const last = Number.MAX_SAFE_INTEGER
  return (one.Precedence ?? last) - (other.Precedence ?? last)
}

function versionOf({ name, language, groups }: Pick<StaffPerson, 'name' | 'language' | 'groups'>): string {
  return createHash('sha256')
    .update(JSON.stringify([name, language, groups.toSorted()]))
    .digest('base64url')
    .slice(0, 22)
}
