/** Every text of the hosted pages, in English and in Spanish. */
const WORDS = {
  product: ['Vestry', 'Vestry'],
  footer: ['Developed by the Vestry project', 'Desarrollado por el proyecto Vestry'],
  error: ['Error', 'Error'],
  otherLanguage: ['Español', 'English'],
  cancel: ['Cancel', 'Cancelar'],
  backToSignIn: ['Back to Sign In', 'Volver al inicio de sesión'],
  continue: ['Continue', 'Continuar'],
  startAgain: ['Start again', 'Empezar de nuevo'],
  goToConsole: ['Go to the console', 'Ir a la consola'],

  signIn: ['Sign in', 'Iniciar sesión'],
  email: ['Email', 'Correo electrónico'],
  password: ['Password', 'Contraseña'],
  newPassword: ['New password', 'Contraseña nueva'],
  confirmPassword: ['Confirm password', 'Confirma la contraseña'],
  code: ['Code', 'Código'],
  answer: ['Answer', 'Respuesta'],
  forgotPassword: ['Forgot your password?', '¿Olvidaste tu contraseña?'],
  otherWays: ['Sign in another way', 'Iniciar sesión de otra forma'],
  createAccount: ['Create account', 'Crear una cuenta'],

  changePassword: ['Change password', 'Cambiar contraseña'],
  changePasswordText: [
    'Your password is a temporary one. Choose one of your own.',
    'Tu contraseña es temporal. Elige una propia.',
  ],
  passwordRule: [
    'At least {least} characters, with upper and lower case letters, a number and a symbol.',
    'Al menos {least} caracteres, con mayúsculas y minúsculas, un número y un símbolo.',
  ],
  resetPassword: ['Reset your password', 'Restablecer tu contraseña'],
  resetText: [
    'Enter your email address. A code to choose a new password goes to it, if it is known here.',
    'Escribe tu correo electrónico. Si lo conocemos, allí llegará un código para elegir otra contraseña.',
  ],
  sendCode: ['Send code', 'Enviar código'],
  resendCode: ['Resend code', 'Enviar otro código'],
  resetCodeText: [
    'Enter the code that was sent to {place}, and a new password.',
    'Escribe el código enviado a {place} y una contraseña nueva.',
  ],

  confirmSignIn: ['Enter your code', 'Escribe tu código'],
  codeByMail: [
    'A code was sent by email to {place}.',
    'Se envió un código por correo electrónico a {place}.',
  ],
  codeByText: ['A code was sent by text message to {place}.', 'Se envió un código por SMS a {place}.'],
  codeFromApp: [
    'Enter the code that your authenticator app shows.',
    'Escribe el código que muestra tu aplicación de autenticación.',
  ],
  confirm: ['Confirm', 'Confirmar'],
  chooseFactor: ['Choose how to confirm it’s you', 'Elige cómo confirmar que eres tú'],
  chooseFirst: ['Choose how to sign in', 'Elige cómo iniciar sesión'],
  setUpChoice: ['Protect your account', 'Protege tu cuenta'],
  setUpChoiceText: [
    'Here everybody signs in with a second step. Choose yours.',
    'Aquí todos inician sesión con un segundo paso. Elige el tuyo.',
  ],
  byEmail: ['Code by email', 'Código por correo electrónico'],
  byText: ['Code by text message', 'Código por SMS'],
  byApp: ['Authenticator app', 'Aplicación de autenticación'],
  byPassword: ['Password', 'Contraseña'],
  byPasskey: ['Passkey', 'Clave de acceso'],
  setUpTotp: ['Set up an authenticator app', 'Configura una aplicación de autenticación'],
  setUpTotpText: [
    'Scan this picture with your authenticator app, then enter the code that it shows.',
    'Escanea esta imagen con tu aplicación de autenticación y escribe el código que muestre.',
  ],
  qrPicture: ['QR code for your authenticator app', 'Código QR para tu aplicación de autenticación'],
  orTypeKey: ['Or type this key into the app:', 'O escribe esta clave en la aplicación:'],
  setUpEmail: ['Set up codes by email', 'Configura códigos por correo electrónico'],
  setUpEmailText: [
    'When you sign in, a code will go to this address.',
    'Cuando inicies sesión, llegará un código a esta dirección.',
  ],
  passkeyTitle: ['Sign in with your passkey', 'Inicia sesión con tu clave de acceso'],
  passkeyText: [
    'Your device asks for your fingerprint, your face or its PIN.',
    'Tu dispositivo te pedirá la huella, la cara o su PIN.',
  ],
  usePasskey: ['Use passkey', 'Usar clave de acceso'],
  passkeyNeedsScript: [
    'A passkey needs JavaScript. Switch it on, or sign in another way.',
    'La clave de acceso necesita JavaScript. Actívalo o inicia sesión de otra forma.',
  ],
  passkeyFailed: [
    'The passkey was not used. Try again, or sign in another way.',
    'No se usó la clave de acceso. Inténtalo de nuevo o inicia sesión de otra forma.',
  ],
  question: ['One more question', 'Una pregunta más'],

  signUpTitle: ['Create account', 'Crear una cuenta'],
  confirmSignUp: ['Confirm your account', 'Confirma tu cuenta'],
  signUpCodeText: ['Enter the code that was sent to {place}.', 'Escribe el código enviado a {place}.'],

  noticeReset: [
    'Your password is changed. Sign in with it.',
    'Tu contraseña se ha cambiado. Inicia sesión con ella.',
  ],
  noticeResetRequired: [
    'Your password has to be reset. A code is on its way.',
    'Hay que restablecer tu contraseña. Va un código en camino.',
  ],
  noticeNotConfirmed: [
    'Your account is not confirmed yet. A code is on its way.',
    'Tu cuenta aún no está confirmada. Va un código en camino.',
  ],
  noticeConfirmed: ['Your account is confirmed. Sign in.', 'Tu cuenta está confirmada. Inicia sesión.'],
  noticeSent: ['Another code is on its way.', 'Va otro código en camino.'],
  noticeSessionOver: [
    'That took too long, or the step was done already. Sign in again.',
    'Ha pasado demasiado tiempo o el paso ya estaba hecho. Inicia sesión de nuevo.',
  ],

  required: ['This field is required', 'Este campo es obligatorio'],
  badEmail: ['Enter a valid email address', 'Escribe una dirección de correo electrónico válida'],
  mustMatch: ['Your passwords must match', 'Las contraseñas deben coincidir'],
  chooseOne: ['Choose one', 'Elige una opción'],
  wrongPassword: [
    'Incorrect username or password.',
    'El correo electrónico o la contraseña no son correctos.',
  ],
  tooManyPasswords: [
    'Too many attempts with the password. Try again later.',
    'Demasiados intentos con la contraseña. Inténtalo de nuevo más tarde.',
  ],
  tooManyCodes: [
    'Too many attempts. Try again after some time.',
    'Demasiados intentos. Inténtalo de nuevo más tarde.',
  ],
  wrongCode: [
    'That code isn’t right. Check it and try again.',
    'El código no es correcto. Revísalo e inténtalo de nuevo.',
  ],
  expiredCode: [
    'That code isn’t right or is no longer good. Ask for another one.',
    'El código no es correcto o ya no vale. Pide otro.',
  ],
  disabled: [
    'This account is switched off. Ask an administrator.',
    'Esta cuenta está desactivada. Habla con un administrador.',
  ],
  temporaryExpired: [
    'The temporary password has expired. Ask an administrator for a new one.',
    'La contraseña temporal ha caducado. Pide otra a un administrador.',
  ],
  passwordShort: [
    'Password must have at least {least} characters',
    'La contraseña debe tener al menos {least} caracteres',
  ],
  passwordLong: ['This password is too long', 'Esta contraseña es demasiado larga'],
  passwordUpper: ['Password must have upper case letters', 'La contraseña debe tener letras mayúsculas'],
  passwordLower: ['Password must have lower case letters', 'La contraseña debe tener letras minúsculas'],
  passwordNumber: ['Password must have numbers', 'La contraseña debe tener números'],
  passwordSymbol: ['Password must have special characters', 'La contraseña debe tener caracteres especiales'],
  passwordKnown: [
    'This password is too well known. Choose another one.',
    'Esta contraseña es demasiado conocida. Elige otra.',
  ],
  passwordUsed: ['You have used this password before', 'Ya has usado esta contraseña'],
  accountExists: [
    'An account with this email address already exists.',
    'Ya existe una cuenta con este correo electrónico.',
  ],
  noOtherWay: [
    'There is no other way for this account. Use the password.',
    'No hay otra forma para esta cuenta. Usa la contraseña.',
  ],
  cannotSend: [
    'The code could not be sent. Try again later.',
    'No se pudo enviar el código. Inténtalo más tarde.',
  ],
  badValue: ['This can’t be taken. Check it.', 'Este dato no vale. Revísalo.'],
  failed: ['That didn’t work. Try again.', 'No ha funcionado. Inténtalo de nuevo.'],

  name: ['Name', 'Nombre'],
  given_name: ['Given name', 'Nombre'],
  family_name: ['Family name', 'Apellidos'],
  middle_name: ['Middle name', 'Segundo nombre'],
  nickname: ['Nickname', 'Apodo'],
  preferred_username: ['Preferred username', 'Nombre de usuario preferido'],
  phone_number: ['Phone number, such as +34600111222', 'Número de teléfono, como +34600111222'],
  birthdate: ['Birthdate', 'Fecha de nacimiento'],
  profile: ['Profile', 'Perfil'],
  website: ['Website', 'Sitio web'],

  problemTitle: ['This page can’t go on', 'Esta página no puede continuar'],
  untrusted: [
    'The link that led here is not right: the program or the address to go back to is not known.',
    'El enlace que te trajo aquí no es correcto: no conocemos el programa o la dirección de vuelta.',
  ],
  needsHttps: [
    'Signing in here needs an address that begins with https://.',
    'Para iniciar sesión aquí hace falta una dirección que empiece por https://.',
  ],
  needsCookies: [
    'The browser did not send this page’s cookie. Allow cookies for this address and start again.',
    'El navegador no ha enviado la cookie de esta página. Permite las cookies de esta dirección y empieza de nuevo.',
  ],
  tooOld: ['This page was open for too long.', 'Esta página ha estado abierta demasiado tiempo.'],
  broken: [
    'What was sent is not complete. Go back and start again.',
    'Lo enviado no está completo. Vuelve atrás y empieza de nuevo.',
  ],
  unavailable: [
    'Something went wrong on our side. Try again in a moment.',
    'Algo ha fallado por nuestra parte. Inténtalo de nuevo en un momento.',
  ],
} as const satisfies Record<string, readonly [english: string, spanish: string]>

export type HostedWord = keyof typeof WORDS
export const HOSTED_LANGUAGES = ['en', 'es'] as const
export type HostedLanguage = (typeof HOSTED_LANGUAGES)[number]
export type Say = (word: HostedWord, values?: Record<string, string | number>) => string

export function speak(language: HostedLanguage): Say {
  return (word, values = {}) =>
    WORDS[word][language === 'es' ? 1 : 0].replace(/\{(\w+)\}/g, (_, name: string) => `${values[name] ?? ''}`)
}

export function isHostedWord(text: string): text is HostedWord {
  return Object.hasOwn(WORDS, text)
}

/** The first language of a list, such as an Accept-Language header has it, that the pages speak. */
export function languageOf(wanted: string): HostedLanguage | undefined {
  for (const one of wanted.toLowerCase().split(/[\s,]+/)) {
    const tongue = /^(en|es)\b/.exec(one)?.[1]
    if (tongue === 'en' || tongue === 'es') {
      return tongue
    }
  }
  return undefined
}
