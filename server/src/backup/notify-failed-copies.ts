import { ADMINS } from '@vestry/contract/roles.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import type { Leases } from '../database/leases.ts'
import type { SendEmail } from '../mail/email.ts'
import { renderEmail } from '../mail/render-email.ts'

type Person = { email: string; enabled: boolean; groups: readonly string[]; attributes: { locale?: string } }

/** Makes a failed copy known to people: an entry of the audit trail and letters, once in so many milliseconds. */
export function notifyFailedCopies(parts: {
  leases: Leases
  auditLog: AuditLog
  post: SendEmail
  listPeople(): Promise<readonly Person[]>
  every: number
}): (reason: string) => Promise<unknown> {
  const { leases, auditLog, post, listPeople, every } = parts
  return (reason) =>
    leases.doWhenDue('tell of failed copies', every, async () => {
      await auditLog.record({ kind: 'backup_failed' })
      const people = await listPeople()
      for (const { email, attributes } of people.filter(
        (one) => one.enabled && one.groups.includes(ADMINS),
      )) {
        await post({ to: email, ...renderEmail('backup-failed', attributes.locale ?? '', { reason }) })
      }
    })
}
