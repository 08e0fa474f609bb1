import type { Letter } from './email.ts'

type Invitation = {
  publicUrl: string
  email: string
  password: string
  /** How long the password is good. */
  days: number
  /** What they are called, where that is known; who invites them, and for which church. */
  name: string | undefined
  invitedBy: string | undefined
  churchName: string | undefined
}

const TEXTS = {
  en: {
    subject: ({ churchName }: Invitation) =>
      churchName ? `You are invited to Vestry at ${churchName}` : 'You are invited to Vestry',
    body: (invitation: Invitation) => `Hello${invitation.name ? ` ${invitation.name}` : ''},

${invitation.invitedBy ? `${invitation.invitedBy} has made an account for you` : 'An account was made for you'} at Vestry, the console with which ${invitation.churchName ?? 'your church'} publishes its sermons and runs its Sunday school. Sign in here:

    ${invitation.publicUrl}

User name: ${invitation.email}
Temporary password: ${invitation.password}

At your first sign-in you choose a password of your own. The temporary one is good for ${invitation.days} days; after that, ask for a new one.
`,
  },
  es: {
    subject: ({ churchName }: Invitation) =>
      churchName ? `Tienes una invitación a Vestry de ${churchName}` : 'Tienes una invitación a Vestry',
    body: (invitation: Invitation) => `Hola${invitation.name ? `, ${invitation.name}` : ''}:

${invitation.invitedBy ? `${invitation.invitedBy} ha creado una cuenta para ti` : 'Se ha creado una cuenta para ti'} en Vestry, la consola con la que ${invitation.churchName ?? 'tu iglesia'} publica sus prédicas y lleva su escuela dominical. Entra aquí:

    ${invitation.publicUrl}

Usuario: ${invitation.email}
Contraseña temporal: ${invitation.password}

En tu primer inicio de sesión elegirás una contraseña propia. La temporal vale durante ${invitation.days} días; después, pide una nueva.
`,
  },
}

/** The email that invites somebody, in Spanish for a Spanish locale such as `es-ES`, otherwise in English. */
export function invitationLetter(invitation: Invitation & { locale: string }): Letter {
  const { subject, body } = /^es\b/i.test(invitation.locale) ? TEXTS.es : TEXTS.en
  return { to: invitation.email, subject: subject(invitation), text: body(invitation) }
}
