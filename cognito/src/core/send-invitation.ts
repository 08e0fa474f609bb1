import { invitationLetter } from '../../../server/src/mail/invitation-email.ts'
import type { CognitoParts } from '../parts.ts'
import { TEMPORARY_DAYS } from './accounts.ts'
import type { Person } from './people.ts'

/** Tells somebody by email of their account, with the temporary password and, where that is known, who invites. */
export async function sendInvitation(
  { post, locale, publicUrl, churchName }: Pick<CognitoParts, 'post' | 'locale' | 'publicUrl' | 'churchName'>,
  { email, attributes }: Pick<Person, 'email' | 'attributes'>,
  password: string,
  invitedBy?: string | undefined,
): Promise<void> {
  const { name, locale: chosen = locale } = attributes
  const days = TEMPORARY_DAYS
  await post(
    invitationLetter({ publicUrl, email, name, password, days, invitedBy, churchName, locale: chosen }),
  )
}
