import { invitationLetter } from '../../mail/invitation-letter.ts'
import type { IdentityParts } from '../identity-parts.ts'
import { TEMPORARY_DAYS } from './accounts.ts'
import type { Person } from './people.ts'

/** Tells somebody by letter of their account, with the temporary password. */
export async function sendInvitation(
  { post, locale, publicUrl }: Pick<IdentityParts, 'post' | 'locale' | 'publicUrl'>,
  { email, attributes }: Pick<Person, 'email' | 'attributes'>,
  password: string,
): Promise<void> {
  const words = { publicUrl, email, password, days: TEMPORARY_DAYS, locale: attributes.locale ?? locale }
  await post(invitationLetter(words))
}
