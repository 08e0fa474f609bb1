import { isSpanish } from './code-letters.ts'
import type { Letter } from './post.ts'

/** What somebody is told of their account, for it may not have been them. */
export type Notice = 'has-account' | 'email-changed' | 'password-changed' | 'token-reused'

type Texts = Record<Notice, { subject: string; text: string }>

const ENGLISH: Texts = {
  'has-account': {
    subject: 'You already have an account',
    text:
      'Somebody, most likely you, asked to make an account at Vestry for this e-mail address. There is one already: ' +
      'sign in with it, or choose "Forgot your password?".\n\n' +
      'If it was not you, there is nothing to do: your account stays as it is.\n',
  },
  'email-changed': {
    subject: 'The e-mail address of your account was changed',
    text:
      'Your account at Vestry has a new e-mail address. Letters go there from now on, and this address no longer signs in.\n\n' +
      'If it was not you, tell an administrator at once.\n',
  },
  'password-changed': {
    subject: 'Your password was changed',
    text:
      'The password of your account at Vestry was changed, and other devices were signed out.\n\n' +
      'If it was not you, choose a new one by "Forgot your password?" and tell an administrator at once.\n',
  },
  'token-reused': {
    subject: 'One of your sessions was ended',
    text:
      'Something that only your browser should hold was used twice, which happens when it is copied. So this session was ' +
      'ended at Vestry; sign in again to go on.\n\n' +
      'If you cannot explain it, sign out everywhere under "My account", change your password and tell an administrator.\n',
  },
}

const SPANISH: Texts = {
  'has-account': {
    subject: 'Ya tiene una cuenta',
    text:
      'Alguien, probablemente usted, ha pedido crear una cuenta en Vestry para esta dirección de correo. Ya existe una: ' +
      'inicie sesión con ella o elija «¿Olvidaste tu contraseña?».\n\n' +
      'Si no fue usted, no tiene que hacer nada: su cuenta sigue igual.\n',
  },
  'email-changed': {
    subject: 'La dirección de correo de su cuenta ha cambiado',
    text:
      'Su cuenta de Vestry tiene una nueva dirección de correo. Desde ahora las cartas van allí, y con esta dirección ya no se inicia sesión.\n\n' +
      'Si no fue usted, avise enseguida a un administrador.\n',
  },
  'password-changed': {
    subject: 'Su contraseña ha cambiado',
    text:
      'La contraseña de su cuenta de Vestry ha cambiado, y se ha cerrado la sesión en los demás dispositivos.\n\n' +
      'Si no fue usted, elija una nueva con «¿Olvidaste tu contraseña?» y avise enseguida a un administrador.\n',
  },
  'token-reused': {
    subject: 'Se ha cerrado una de sus sesiones',
    text:
      'Algo que solo su navegador debería tener se ha usado dos veces, como ocurre cuando se copia. Por eso Vestry ha cerrado ' +
      'esa sesión; inicie sesión de nuevo para continuar.\n\n' +
      'Si no tiene explicación, cierre la sesión en todas partes en «Mi cuenta», cambie su contraseña y avise a un administrador.\n',
  },
}

/** Tells somebody of a change of their account. */
export function noticeLetter(given: { to: string; notice: Notice; locale: string }): Letter {
  return { to: given.to, ...(isSpanish(given.locale) ? SPANISH : ENGLISH)[given.notice] }
}
