import type { Deliver, Message } from '@vestry/cognito'
import { formatMessage } from '../server-messages.ts'
import type { SendEmail } from './email.ts'
import { renderEmail, signed } from './render-email.ts'
import type { SendText } from './text-messages.ts'

/** Writes the messages of the identity service, and sends them as emails or text messages. */
export function createDeliver(given: {
  sendEmail: SendEmail
  sendText: SendText
  publicUrl: string
  churchName?: () => string
}): Deliver {
  const { sendEmail, sendText, churchName } = given
  const publicUrl = given.publicUrl.replace(/\/$/, '')
  return async (message) => {
    const { to, locale } = message
    if (message.kind === 'code' && message.medium === 'sms') {
      const { purpose, code } = message
      return sendText({ to, text: formatMessage(locale, `sms.code.${purpose}`, { code }) })
    }
    return sendEmail({ to, ...signed(render(message), churchName?.()) })
  }

  function render(message: Exclude<Message, { medium: 'sms' }>) {
    const { locale } = message
    switch (message.kind) {
      case 'code':
        return renderEmail(`code.${message.purpose}`, locale, { code: message.code })
      case 'notice':
        return renderEmail(`notice.${message.notice}`, locale)
      case 'second-factors-changed':
        return renderEmail('notice.second-factors-changed', locale, {
          changes: message.changes
            .map((change) => `    ${formatMessage(locale, 'email.second-factor-change', change)}`)
            .join('\n'),
        })
      case 'invitation': {
        const { to: email, password, days } = message
        return renderEmail('invitation', locale, {
          publicUrl,
          email,
          password,
          days,
          ...optional('hasName', 'name', message.name),
          ...optional('isInvitedBy', 'invitedBy', message.invitedBy),
          ...optional('atChurch', 'churchName', churchName?.()),
        })
      }
    }
  }
}

/** A value that may be missing, together with whether it is there, which some texts ask. */
function optional(question: string, name: string, value = ''): Record<string, string> {
  return { [question]: value === '' ? 'no' : 'yes', [name]: value }
}
