import type { Clock } from '../../clock.ts'
import { openMailer } from '../../mail/open-mailer.ts'
import { verifyMailServer } from '../../mail/verify-mail-server.ts'
import { collectFindings, type Finding } from './finding.ts'

/** Whether the mail server accepts the login; `sendTo` sends a real email as well. */
export async function checkMail(given: {
  mail: { smtpUrl: string | undefined; from: string }
  outboxFolder: string
  sendTo: string | undefined
  clock: Clock
}): Promise<Finding[]> {
  const { mail, outboxFolder, sendTo, clock } = given
  const { findings, ok, fault } = collectFindings('mail')
  if (mail.smtpUrl) {
    const refusal = await verifyMailServer(mail.smtpUrl)
    if (refusal === undefined) {
      ok('The mail server answers and accepts the login.')
    } else if (refusal.isOfLogin) {
      fault(`The mail server refused the login: ${refusal.message}`, 'Look at SMTP_URL: user and password.')
    } else {
      fault(
        `The mail server can't be reached or used: ${refusal.message}`,
        'Look at SMTP_URL: host and port.',
      )
    }
  }
  if (sendTo !== undefined && findings.every(({ level }) => level === 'ok')) {
    const text = 'This email was sent by "vestry check". If you can read it, emails arrive.\n'
    try {
      await openMailer({ ...mail, outboxFolder, clock })({ to: sendTo, subject: 'Vestry: a test', text })
      ok(
        `An email to ${sendTo} was ${mail.smtpUrl ? 'accepted by the mail server' : 'written to the outbox'}.`,
      )
    } catch (error) {
      fault(
        `The mail server refused an email to ${sendTo}: ${(error as Error).message}`,
        'Look at MAIL_FROM, and at whom the mail server lets us write to.',
      )
    }
  }
  return findings
}
