import type { Deliver } from '@vestry/cognito'
import { codeLetter } from './code-emails.ts'
import { codeText } from './code-texts.ts'
import type { SendEmail } from './email.ts'
import { invitationLetter } from './invitation-email.ts'
import { noticeLetter } from './notice-emails.ts'
import { secondFactorLetter } from './second-factor-emails.ts'
import type { SendText } from './text-messages.ts'

/** Writes the messages of the identity service, and sends them by email or as text messages. */
export function createDeliver(given: {
  sendEmail: SendEmail
  sendText: SendText
  publicUrl: string
  churchName?: string | undefined
}): Deliver {
  const { sendEmail, sendText, churchName } = given
  const publicUrl = given.publicUrl.replace(/\/$/, '')
  return async (message) => {
    switch (message.kind) {
      case 'code':
        return message.medium === 'sms'
          ? sendText({ to: message.to, text: codeText(message) })
          : sendEmail(codeLetter(message))
      case 'invitation':
        return sendEmail(invitationLetter({ ...message, email: message.to, publicUrl, churchName }))
      case 'notice':
        return sendEmail(noticeLetter(message))
      case 'second-factors-changed':
        return sendEmail(secondFactorLetter(message))
    }
  }
}
