import type { Clock } from '../clock.ts'
import type { SendEmail } from './email.ts'
import { openMailer } from './open-mailer.ts'
import { openTextMessages, type SendText } from './text-messages.ts'

export type Senders = { sendEmail: SendEmail; sendText: SendText }

/** Counts what is sent, and what fails. */
type CountSent = <Message>(
  channel: 'mail' | 'text',
  send: (message: Message) => Promise<void>,
) => (message: Message) => Promise<void>

/** What sends emails and text messages, as the settings say; without a service, into the outbox folder. */
export function openSenders(
  {
    mail,
    sms,
  }: {
    mail: { smtpUrl: string | undefined; from: string }
    sms: { gatewayUrl: string | undefined; token: string | undefined }
  },
  outboxFolder: string,
  { clock, metrics }: { clock: Clock; metrics?: { countSent: CountSent } | undefined },
): Senders {
  const sendEmail = openMailer({ ...mail, outboxFolder, clock })
  const sendText = openTextMessages({ ...sms, outboxFolder, clock })
  return {
    sendEmail: metrics?.countSent('mail', sendEmail) ?? sendEmail,
    sendText: metrics?.countSent('text', sendText) ?? sendText,
  }
}
