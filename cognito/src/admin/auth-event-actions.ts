import type { AuditKind } from '@vestry/contract/audit-kinds.ts'
import { z } from 'zod'
import type { ActionTable } from '../action.ts'
import { wireTimeOf } from '../core/wire-person.ts'
import type { CognitoParts } from '../parts.ts'
import { operatorAction, requirePerson, Username } from './operator-action.ts'
import { openBookmark, sealBookmark } from './page-tokens.ts'

const MOST = 60

/** What of the audit trail the protocol has a name for. */
const EVENTS = {
  sign_in: { EventType: 'SignIn', EventResponse: 'Pass' },
  sign_in_failed: { EventType: 'SignIn', EventResponse: 'Fail' },
  signed_up: { EventType: 'SignUp', EventResponse: 'Pass' },
  password_reset_asked: { EventType: 'ForgotPassword', EventResponse: 'InProgress' },
  password_reset: { EventType: 'ForgotPassword', EventResponse: 'Pass' },
  password_changed: { EventType: 'PasswordChange', EventResponse: 'Pass' },
} as const satisfies Partial<Record<AuditKind, object>>

const KINDS = Object.keys(EVENTS) as (keyof typeof EVENTS)[]

/** The sign-ins of a person as the audit trail has them, the latest first. */
export function authEventActions(parts: CognitoParts): ActionTable {
  const { database, encryptor } = parts
  const shape = {
    Username,
    MaxResults: z.int().min(0).max(MOST).optional(),
    NextToken: z.string().min(1).max(4096).optional(),
  }
  return {
    AdminListUserAuthEvents: operatorAction(parts, shape, async (input) => {
      const { sub } = await requirePerson(parts, input.Username)
      const list = ['AdminListUserAuthEvents', sub]
      const [before] = openBookmark(encryptor, list, input.NextToken) ?? []
      const limit = input.MaxResults || MOST
      let query = database.sql
        .selectFrom('audit_event')
        .select(['id', 'at', 'kind', 'address'])
        .where('subject', '=', sub)
        .where('kind', 'in', KINDS)
      if (before !== undefined) {
        query = query.where('id', '<', Number(before))
      }
      const found = await query
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute()
      const page = found.slice(0, limit)
      const last = page.at(-1)
      return {
        AuthEvents: page.map(({ id, at, kind, address }) => ({
          EventId: String(id),
          CreationDate: wireTimeOf(at),
          ...EVENTS[kind as keyof typeof EVENTS],
          ...(address !== null && { EventContextData: { IpAddress: address } }),
        })),
        ...(found.length > limit && last && { NextToken: sealBookmark(encryptor, list, [String(last.id)]) }),
      }
    }),
  }
}
