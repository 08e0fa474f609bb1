import type { Letter } from './post.ts'

type Invitation = { publicUrl: string; email: string; password: string; days: number }

const TEXTS = {
  en: {
    subject: 'You are invited to Vestry',
    body: ({
      publicUrl,
      email,
      password,
      days,
    }: Invitation) => `An account was made for you at Vestry. Sign in here:

    ${publicUrl}

User name: ${email}
Temporary password: ${password}

At your first sign-in you choose a password of your own. The temporary one is good for ${days} days; after that, ask for a new one.
`,
  },
  es: {
    subject: 'Tienes una invitación a Vestry',
    body: ({
      publicUrl,
      email,
      password,
      days,
    }: Invitation) => `Se ha creado una cuenta para ti en Vestry. Entra aquí:

    ${publicUrl}

Usuario: ${email}
Contraseña temporal: ${password}

En tu primer inicio de sesión elegirás una contraseña propia. La temporal vale durante ${days} días; después, pide una nueva.
`,
  },
}

/** The letter that invites somebody, in Spanish for a Spanish locale such as `es-ES`, otherwise in English. */
export function invitationLetter(invitation: Invitation & { locale: string }): Letter {
  const { subject, body } = /^es\b/i.test(invitation.locale) ? TEXTS.es : TEXTS.en
  return { to: invitation.email, subject, text: body(invitation) }
}
