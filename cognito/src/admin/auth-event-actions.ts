import { z } from 'zod'
import type { ActionTable } from '../action.ts'
import type { AuditEventKind } from '../core/audit-events.ts'
import { wireTimeOf } from '../core/users/attributes.ts'
import type { CognitoParts } from '../parts.ts'
import { operatorAction, requireUser, Username } from './operator-action.ts'
import { makePageToken, readPageToken } from './page-tokens.ts'

const MOST = 60

/** The entries of the audit log for which the protocol has a name. */
const EVENTS = {
  sign_in: { EventType: 'SignIn', EventResponse: 'Pass' },
  sign_in_failed: { EventType: 'SignIn', EventResponse: 'Fail' },
  signed_up: { EventType: 'SignUp', EventResponse: 'Pass' },
  password_reset_requested: { EventType: 'ForgotPassword', EventResponse: 'InProgress' },
  password_reset: { EventType: 'ForgotPassword', EventResponse: 'Pass' },
  password_changed: { EventType: 'PasswordChange', EventResponse: 'Pass' },
} as const satisfies Partial<Record<AuditEventKind, object>>

const KINDS = Object.keys(EVENTS) as (keyof typeof EVENTS)[]

/** The sign-ins of a user as the audit log has them, the latest first. */
export function authEventActions(parts: CognitoParts): ActionTable {
  const { auditLog, encryptor } = parts
  const shape = {
    Username,
    MaxResults: z.int().min(0).max(MOST).optional(),
    NextToken: z.string().min(1).max(4096).optional(),
  }
  return {
    AdminListUserAuthEvents: operatorAction(parts, shape, async (input) => {
      const { sub } = await requireUser(parts, input.Username)
      const list = ['AdminListUserAuthEvents', sub]
      const [before] = readPageToken(encryptor, list, input.NextToken) ?? []
      const limit = input.MaxResults || MOST
      const found = await auditLog.list(sub, {
        kinds: KINDS,
        before: before === undefined ? undefined : Number(before),
        limit: limit + 1,
      })
      const page = found.slice(0, limit)
      const last = page.at(-1)
      return {
        AuthEvents: page.map(({ id, at, kind, address }) => ({
          EventId: String(id),
          CreationDate: wireTimeOf(at),
          ...EVENTS[kind as keyof typeof EVENTS],
          ...(address !== null && { EventContextData: { IpAddress: address } }),
        })),
        ...(found.length > limit && last && { NextToken: makePageToken(encryptor, list, [String(last.id)]) }),
      }
    }),
  }
}
