import type emails from '@vestry/contract/messages/en/emails.json'
import { formatMessage } from '../server-messages.ts'
import type { Email } from './email.ts'

/** What an email is about; its subject and text are in the catalogue under this name. */
export type EmailKind = KindOf<keyof typeof emails>
type KindOf<Key> = Key extends `email.${infer Kind}.subject` ? Kind : never

/** What an email says, to whomever it goes. */
export type Letter = Omit<Email, 'to'>

/** Writes an email in the language of a locale such as `es-MX`. */
export function renderEmail(
  kind: EmailKind,
  locale: string,
  values: Record<string, string | number> = {},
): Letter {
  return {
    subject: formatMessage(locale, `email.${kind}.subject`, values),
    text: formatMessage(locale, `email.${kind}.text`, values),
  }
}

/** The same, with the church's name at the end, if it has one. */
export function signed({ subject, text }: Letter, churchName = ''): Letter {
  return { subject, text: churchName === '' ? text : `${text.trimEnd()}\n\n${churchName}\n` }
}
