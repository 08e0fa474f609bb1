import type { AuditLog } from '../audit/audit-log.ts'
import type { Leases } from '../database/leases.ts'
import type { SendEmail } from '../mail/email.ts'
import { renderEmail } from '../mail/render-email.ts'

/** Makes a failed copy known to people: an entry of the audit trail and emails, once in so many milliseconds. */
export function notifyFailedCopies(parts: {
  leases: Leases
  auditLog: AuditLog
  sendEmail: SendEmail
  listAdministrators(): Promise<readonly { email: string; language: string }[]>
  every: number
}): (reason: string) => Promise<unknown> {
  const { leases, auditLog, sendEmail, listAdministrators, every } = parts
  return (reason) =>
    leases.doWhenDue('notify of failed copies', every, async () => {
      await auditLog.record({ kind: 'backup_failed' })
      for (const { email, language } of await listAdministrators()) {
        await sendEmail({ to: email, ...renderEmail('backup-failed', language, { reason }) })
      }
    })
}
