import type { AuditLog } from '../audit/audit-log.ts'
import type { Leases } from '../database/leases.ts'
import type { SendEmail } from '../mail/email.ts'
import { renderEmail } from '../mail/render-email.ts'

/**
 * Reports a failed copy by an entry of the audit trail and by emails, at most once in so many milliseconds. The emails
 * are tried again if none could be sent.
 */
export function notifyFailedCopies(parts: {
  leases: Leases
  auditLog: AuditLog
  sendEmail: SendEmail
  listAdministrators(): Promise<readonly { email: string; language: string }[]>
  every: number
  /** Called when one of several people could not be sent an email. */
  onError(error: unknown): void
}): (reason: string) => Promise<unknown> {
  const { leases, auditLog, sendEmail, listAdministrators, every, onError } = parts
  async function sendEmails(reason: string) {
    const administrators = await listAdministrators()
    const failures: unknown[] = []
    for (const { email, language } of administrators) {
      await sendEmail({ to: email, ...renderEmail('backup-failed', language, { reason }) }).catch(
        (error: unknown) => failures.push(error),
      )
    }
    if (failures.length > 0 && failures.length === administrators.length) {
      throw failures[0]
    }
    for (const failure of failures) {
      onError(failure)
    }
  }
  return async (reason) => {
    await leases.doWhenDue('record failed copies', every, () => auditLog.record({ kind: 'backup_failed' }))
    await leases.doWhenDue('notify of failed copies', every, () => sendEmails(reason))
  }
}
