import { isSpanish } from './code-emails.ts'
import type { Letter } from './email.ts'

/** What somebody is told of their account, for it may not have been them. */
export type Notice =
  | 'has-account'
  | 'email-changed'
  | 'phone-changed'
  | 'passkey-removed'
  | 'passkeys-forgotten'
  | 'password-changed'
  | 'password-reset'
  | 'password-given'
  | 'token-reused'

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
  'phone-changed': {
    subject: 'The telephone number of your account was changed',
    text:
      'Your account at Vestry has a new telephone number. Text messages go there from now on.\n\n' +
      'If it was not you, change your password and tell an administrator at once.\n',
  },
  'passkey-removed': {
    subject: 'A passkey of your account was taken away',
    text:
      'A passkey was taken away from your account at Vestry. Nobody can sign in with it any more.\n\n' +
      'If it was not you, change your password and tell an administrator at once.\n',
  },
  'password-changed': {
    subject: 'Your password was changed',
    text:
      'The password of your account at Vestry was changed, and other devices were signed out and forgotten. Passkeys ' +
      'stay: look under "My account" whether you know them all.\n\n' +
      'If it was not you, choose a new one by "Forgot your password?" and tell an administrator at once.\n',
  },
  'passkeys-forgotten': {
    subject: 'The passkeys of your account were taken away',
    text:
      'An administrator has reset how you sign in to Vestry, and all passkeys of your account were taken away. Sign in ' +
      'with your password, and make new ones under "My account".\n\n' +
      'If you did not expect it, ask an administrator.\n',
  },
  'password-reset': {
    subject: 'A new password was chosen for your account',
    text:
      'A new password was chosen for your account at Vestry with a code from an e-mail. You were signed out everywhere, ' +
      'and all devices and passkeys were forgotten: make new passkeys under "My account".\n\n' +
      'If it was not you, choose a new one by "Forgot your password?" and tell an administrator at once.\n',
  },
  'password-given': {
    subject: 'An administrator gave your account a new password',
    text:
      'An administrator gave your account at Vestry a new password, and will tell you. You were signed out everywhere, ' +
      'and all devices and passkeys were forgotten: make new passkeys under "My account".\n\n' +
      'If you did not expect it, ask an administrator.\n',
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
    subject: 'Ya tienes una cuenta',
    text:
      'Alguien, probablemente tú, ha pedido crear una cuenta en Vestry para esta dirección de correo. Ya existe una: ' +
      'inicia sesión con ella o elige «¿Olvidaste tu contraseña?».\n\n' +
      'Si no has sido tú, no tienes que hacer nada: tu cuenta sigue igual.\n',
  },
  'email-changed': {
    subject: 'La dirección de correo de tu cuenta ha cambiado',
    text:
      'Tu cuenta de Vestry tiene una nueva dirección de correo. Desde ahora las cartas van allí, y con esta dirección ya no se inicia sesión.\n\n' +
      'Si no has sido tú, avisa enseguida a un administrador.\n',
  },
  'phone-changed': {
    subject: 'El número de teléfono de tu cuenta ha cambiado',
    text:
      'Tu cuenta de Vestry tiene un nuevo número de teléfono. Desde ahora los mensajes de texto van allí.\n\n' +
      'Si no has sido tú, cambia tu contraseña y avisa enseguida a un administrador.\n',
  },
  'passkey-removed': {
    subject: 'Se ha quitado una clave de acceso de tu cuenta',
    text:
      'Se ha quitado una clave de acceso de tu cuenta de Vestry. Con ella ya nadie puede iniciar sesión.\n\n' +
      'Si no has sido tú, cambia tu contraseña y avisa enseguida a un administrador.\n',
  },
  'password-changed': {
    subject: 'Tu contraseña ha cambiado',
    text:
      'La contraseña de tu cuenta de Vestry ha cambiado; en los demás dispositivos se ha cerrado la sesión y ya no se ' +
      'recuerdan. Las claves de acceso siguen: mira en «Mi cuenta» si las conoces todas.\n\n' +
      'Si no has sido tú, elige una nueva con «¿Olvidaste tu contraseña?» y avisa enseguida a un administrador.\n',
  },
  'passkeys-forgotten': {
    subject: 'Se han quitado las claves de acceso de tu cuenta',
    text:
      'Un administrador ha restablecido tu forma de iniciar sesión en Vestry, y se han quitado todas las claves de acceso ' +
      'de tu cuenta. Inicia sesión con tu contraseña y crea otras en «Mi cuenta».\n\n' +
      'Si no lo esperabas, pregunta a un administrador.\n',
  },
  'password-reset': {
    subject: 'Se ha elegido una contraseña nueva para tu cuenta',
    text:
      'Se ha elegido una contraseña nueva para tu cuenta de Vestry con un código de un correo. Se ha cerrado la sesión en ' +
      'todas partes, y ya no se recuerdan los dispositivos ni las claves de acceso: crea otras en «Mi cuenta».\n\n' +
      'Si no has sido tú, elige una nueva con «¿Olvidaste tu contraseña?» y avisa enseguida a un administrador.\n',
  },
  'password-given': {
    subject: 'Un administrador ha dado una contraseña nueva a tu cuenta',
    text:
      'Un administrador ha dado una contraseña nueva a tu cuenta de Vestry y te la dirá. Se ha cerrado la sesión en todas ' +
      'partes, y ya no se recuerdan los dispositivos ni las claves de acceso: crea otras en «Mi cuenta».\n\n' +
      'Si no lo esperabas, pregunta a un administrador.\n',
  },
  'token-reused': {
    subject: 'Se ha cerrado una de tus sesiones',
    text:
      'Algo que solo tu navegador debería tener se ha usado dos veces, como ocurre cuando se copia. Por eso Vestry ha cerrado ' +
      'esa sesión; inicia sesión de nuevo para continuar.\n\n' +
      'Si no te lo explicas, cierra la sesión en todas partes en «Mi cuenta», cambia tu contraseña y avisa a un administrador.\n',
  },
}

/** Tells somebody of a change of their account. */
export function noticeLetter(given: { to: string; notice: Notice; locale: string }): Letter {
  return { to: given.to, ...(isSpanish(given.locale) ? SPANISH : ENGLISH)[given.notice] }
}
