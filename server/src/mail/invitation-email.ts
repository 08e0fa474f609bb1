import type { Letter } from './email.ts'
import { renderEmail } from './render-email.ts'

/** The email that invites somebody. */
export function invitationLetter(invitation: {
  publicUrl: string
  email: string
  password: string
  /** How long the password is good. */
  days: number
  /** What they are called, where that is known; who invites them, and for which church. */
  name: string | undefined
  invitedBy: string | undefined
  churchName: string | undefined
  locale: string
}): Letter {
  const { email, locale, name = '', invitedBy = '', churchName = '' } = invitation
  const is = (value: string) => (value === '' ? 'no' : 'yes')
  return {
    to: email,
    ...renderEmail('invitation', locale, {
      ...invitation,
      ...{ name, invitedBy, churchName },
      ...{ hasName: is(name), isInvitedBy: is(invitedBy), atChurch: is(churchName) },
    }),
  }
}
