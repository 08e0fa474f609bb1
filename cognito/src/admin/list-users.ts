import { z } from 'zod'
import type { ActionTable } from '../action.ts'
import { wireUserOf } from '../core/users/attributes.ts'
import { pageOfUsers, type UserFilter } from '../core/users/user-pages.ts'
import { invalidParameter } from '../errors.ts'
import type { CognitoParts } from '../parts.ts'
import { operatorAction } from './operator-action.ts'
import { makePageToken, readPageToken } from './page-tokens.ts'

const MOST = 60

const shape = {
  AttributesToGet: z.array(z.string().min(1).max(32)).optional(),
  Filter: z.string().max(256).default(''),
  Limit: z.int().min(0).max(MOST).optional(),
  PaginationToken: z.string().min(1).max(4096).optional(),
}

export function listUsersActions(parts: CognitoParts): ActionTable {
  return {
    ListUsers: operatorAction(parts, shape, async (input) => {
      const list = ['ListUsers', input.Filter]
      const after = readPageToken(parts.encryptor, list, input.PaginationToken)
      const page = await pageOfUsers(parts.database, {
        filter: readFilter(input.Filter),
        after,
        limit: input.Limit || MOST,
      })
      if (!page) {
        throw invalidParameter(`Invalid search attribute: ${readFilter(input.Filter)?.attribute}`)
      }
      const wanted = input.AttributesToGet && new Set(input.AttributesToGet)
      return {
        Users: page.users.map((user) => {
          const wire = wireUserOf(user)
          return { ...wire, Attributes: wire.Attributes.filter(({ Name }) => wanted?.has(Name) ?? true) }
        }),
        ...(page.next && { PaginationToken: makePageToken(parts.encryptor, list, page.next) }),
      }
    }),
  }
}

/** Such as `email ^= "ru"`; a quotation mark within the value has a backslash before it. */
function readFilter(filter: string): UserFilter | undefined {
  if (filter.trim() === '') {
    return undefined
  }
  const parts = /^\s*"?([\w:]+)"?\s*(\^?=)\s*"((?:[^"\\]|\\.)*)"\s*$/s.exec(filter)
  const [, attribute, how, value] = parts ?? []
  if (attribute === undefined || value === undefined) {
    throw invalidParameter('Error while parsing filter.')
  }
  return { attribute, how: how === '=' ? '=' : '^=', value: value.replace(/\\(.)/gs, '$1') }
}
