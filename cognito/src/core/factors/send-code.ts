import type { RequestContext } from '../requests/request-context.ts'
import type { User } from '../users/users-sql.ts'
import type { Deliver, EmailCodePurpose, Notice, TextCodePurpose } from './delivery.ts'

/** How long a temporary password is good. */
export const TEMPORARY_DAYS = 7

type Mailbox = { deliver: Deliver; locale: string }

export async function sendCode(
  { deliver, locale }: Mailbox,
  { email, attributes }: User,
  purpose: EmailCodePurpose,
  code: string,
): Promise<void> {
  await deliver({
    kind: 'code',
    medium: 'email',
    to: email,
    purpose,
    code,
    locale: attributes.locale ?? locale,
  })
}

/** Sends a code to an email address, or by text message to a telephone number. */
export async function sendCodeTo(
  { deliver }: Mailbox,
  to: string,
  given: { purpose: EmailCodePurpose & TextCodePurpose; code: string; locale: string },
): Promise<void> {
  await deliver({ kind: 'code', medium: isPhone(to) ? 'sms' : 'email', to, ...given })
}

/**
 * Notifies somebody of a change of their account, at their present or former address. The response does not wait for
 * it.
 */
export function sendNotice(
  { deliver, locale }: Mailbox,
  { email, attributes }: User,
  notice: Notice,
  { later }: Pick<RequestContext, 'later'>,
): void {
  later('An email about a changed account could not be sent.', () =>
    deliver({ kind: 'notice', to: email, notice, locale: attributes.locale ?? locale }),
  )
}

/** Notifies somebody that an operator has set their password, unless they have not signed in yet. */
export function sendPasswordGiven(
  mailbox: Mailbox,
  user: User,
  context: Pick<RequestContext, 'later'>,
): void {
  if (user.status !== 'FORCE_CHANGE_PASSWORD') {
    sendNotice(mailbox, user, 'password-given', context)
  }
}

/** The verified address or number to which codes of a challenge go; undefined without one. */
export function verifiedContactOf(
  challenge: 'EMAIL_OTP' | 'SMS_OTP' | 'SMS_MFA',
  { email, attributes }: User,
): string | undefined {
  if (challenge === 'EMAIL_OTP') {
    return attributes.email_verified === 'true' ? email : undefined
  }
  return attributes.phone_number_verified === 'true' ? attributes.phone_number : undefined
}

/** Invites somebody by email, with the temporary password and, if known, the name of the person who invites. */
export async function sendInvitation(
  { deliver, locale }: Mailbox,
  { email, attributes }: Pick<User, 'email' | 'attributes'>,
  password: string,
  invitedBy?: string | undefined,
): Promise<void> {
  await deliver({
    kind: 'invitation',
    to: email,
    password,
    days: TEMPORARY_DAYS,
    name: attributes.name,
    invitedBy,
    locale: attributes.locale ?? locale,
  })
}

/** The language in which somebody gets messages. */
export function localeOf({ locale }: { locale: string }, user: User | undefined): string {
  return user?.attributes.locale ?? locale
}

/** Where a code was sent, as the wire has it. */
export function deliveryTo(address: string) {
  return isPhone(address)
    ? { AttributeName: 'phone_number', DeliveryMedium: 'SMS', Destination: masked(address) }
    : { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: masked(address) }
}

/** An address as a person who only claims to be its owner may see it: `j***@e***`, or `+*******1234`. */
function masked(address: string): string {
  if (isPhone(address)) {
    // The same number of stars for every number: the number of digits would show the country.
    return `+*******${address.slice(-4)}`
  }
  const [name = '', host = ''] = address.split('@')
  const initial = (text: string) => `${text.charAt(0).toLowerCase()}***`
  return `${initial(name)}@${initial(host)}`
}

const isPhone = (address: string) => /^\+\d+$/.test(address)
