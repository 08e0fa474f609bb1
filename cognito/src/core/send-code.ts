import { type CodeLetterPurpose, codeLetter } from '../../../server/src/mail/code-emails.ts'
import { type CodeTextPurpose, codeText } from '../../../server/src/mail/code-texts.ts'
import { type Notice, noticeLetter } from '../../../server/src/mail/notice-emails.ts'
import type { RequestContext } from '../action.ts'
import type { CognitoParts } from '../parts.ts'
import type { Person } from './people.ts'

export async function sendCode(
  parts: CognitoParts,
  person: Person,
  purpose: CodeLetterPurpose,
  code: string,
): Promise<void> {
  await parts.post(codeLetter({ to: person.email, purpose, code, locale: localeOf(parts, person) }))
}

/** Sends a code by letter to an e-mail address, or by text message to a telephone number. */
export async function sendCodeTo(
  parts: CognitoParts,
  to: string,
  given: { purpose: CodeLetterPurpose & CodeTextPurpose; code: string; locale: string },
): Promise<void> {
  await (isPhone(to)
    ? parts.sendText({ to, text: codeText(given) })
    : parts.post(codeLetter({ to, ...given })))
}

/** Tells somebody of a change of their account after the answer, at the address that is theirs or was until now. */
export function sendNotice(
  parts: CognitoParts,
  person: Person,
  notice: Notice,
  context: Pick<RequestContext, 'later'>,
): void {
  const letter = noticeLetter({ to: person.email, notice, locale: localeOf(parts, person) })
  context.later('A letter about a changed account could not be sent.', () => parts.post(letter))
}

/** Tells somebody that they were given a password; whoever has not come in yet is told it, and nothing beside. */
export function tellOfGivenPassword(
  parts: CognitoParts,
  person: Person,
  context: Pick<RequestContext, 'later'>,
): void {
  if (person.status !== 'FORCE_CHANGE_PASSWORD') {
    sendNotice(parts, person, 'password-given', context)
  }
}

/** Where codes of that challenge reach a person; undefined without a proved address or number. */
export function reach(
  challenge: 'EMAIL_OTP' | 'SMS_OTP' | 'SMS_MFA',
  { email, attributes }: Person,
): string | undefined {
  if (challenge === 'EMAIL_OTP') {
    return attributes.email_verified === 'true' ? email : undefined
  }
  return attributes.phone_number_verified === 'true' ? attributes.phone_number : undefined
}

/** The language in which somebody gets letters. */
export function localeOf({ locale }: CognitoParts, person: Person | undefined): string {
  return person?.attributes.locale ?? locale
}

/** Where a code went, as the wire has it. */
export function deliveryTo(address: string) {
  return isPhone(address)
    ? { AttributeName: 'phone_number', DeliveryMedium: 'SMS', Destination: masked(address) }
    : { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: masked(address) }
}

/** An address as somebody may see it who only claims to be its owner: `j***@e***`, or `+*******1234`. */
function masked(address: string): string {
  if (isPhone(address)) {
    // As many stars for every number: the code of its country would tell something.
    return `+*******${address.slice(-4)}`
  }
  const [name = '', host = ''] = address.split('@')
  const initial = (text: string) => `${text.charAt(0).toLowerCase()}***`
  return `${initial(name)}@${initial(host)}`
}

const isPhone = (address: string) => /^\+\d+$/.test(address)
