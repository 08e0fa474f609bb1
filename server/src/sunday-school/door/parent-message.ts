import { LANGUAGE_TAGS, type MessageLanguage } from '@vestry/contract/messages/message-languages.ts'
import type { CallFailure, MessageWay } from '@vestry/contract/sunday-school/call-rules.ts'
import { searchKey } from '@vestry/contract/text/search-key.ts'
import type { SendEmail } from '../../mail/email.ts'
import { renderEmail, signed } from '../../mail/render-email.ts'
import type { SendText } from '../../mail/text-messages.ts'
import { formatMessage, nameOfLanguage } from '../../server-messages.ts'
import type { MessageSetup } from './reachable-adults.ts'

export type ParentMessage = {
  way: MessageWay
  to: string
  /** The first name of the child. */
  child: string
  /** Where it is; empty where nobody knows. */
  place: string
  language: string
  churchName: string
}

/** How messages leave the server. */
export type Messengers = MessageSetup & { send: (message: ParentMessage) => Promise<void> }

/** What sends messages to parents; what is not set up is undefined. */
export function createMessengers({
  sendText,
  sendEmail,
  country,
}: {
  sendText: SendText | undefined
  sendEmail: SendEmail | undefined
  country: string | undefined
}): Messengers {
  return {
    ways: [...(sendText ? ['text' as const] : []), ...(sendEmail ? ['email' as const] : [])],
    country,
    async send({ way, to, child, place, language, churchName }) {
      const values = { child, place, atPlace: place === '' ? 'no' : 'yes' }
      if (way === 'email') {
        await sendEmail?.({ to, ...signed(renderEmail('parent-call', language, values), churchName) })
      } else {
        const text = formatMessage(language, 'sms.parent-call', values)
        await sendText?.({ to, text: [text, churchName].filter(Boolean).join(' ') })
      }
    },
  }
}

/** What a gateway answers that does not want a number. */
const REFUSING: readonly unknown[] = [400, 404, 410, 422]

/** Why a message failed, by the error of the mail server, or of the gateway for text messages. */
export function failureOf(error: unknown): CallFailure {
  const { name, status, command, mayHaveArrived } = error as Record<string, unknown>
  if (mayHaveArrived === true || name === 'TimeoutError') {
    return 'unknown'
  }
  return command === 'RCPT TO' || REFUSING.includes(status) ? 'refused' : 'no_service'
}

/** The language of ours that a church calls so, in whichever of ours: `Spanish`, `español`, `es`. */
export function languageCalled(name: string): MessageLanguage | undefined {
  const key = searchKey(name)
  return LANGUAGE_TAGS.find((tag) =>
    [tag, ...LANGUAGE_TAGS.map((reader) => nameOfLanguage(reader, tag))].some(
      (one) => searchKey(one) === key,
    ),
  )
}
