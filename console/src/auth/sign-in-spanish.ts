import { EXPIRED_IN_BROWSER, oddities } from './sign-in-english.ts'

const INTERRUPTED =
  'El inicio de sesión tardó demasiado o se interrumpió. Vuelve atrás e inicia sesión de nuevo.'
const NOT_THIS_WAY = 'Esta forma de iniciar sesión no está configurada para tu cuenta. Elige otra.'
const UNKNOWN_STEP = 'Esta cuenta pide un paso que esta página no conoce. Pide ayuda a un administrador.'
const NOT_SET_UP =
  'El inicio de sesión no está bien configurado en este servidor. Pide ayuda a un administrador.'
const NO_PASSKEY_USED =
  'No se usó ninguna clave de acceso. Inténtalo de nuevo o elige otra forma de iniciar sesión.'
const PASSKEY_NOT_MADE = 'No se pudo crear la clave de acceso. Inténtalo de nuevo.'
const WRONG_CODE = 'El código no es correcto. Inténtalo de nuevo.'
const REQUIRED = 'Este campo es obligatorio'
const ENTER_EMAIL = 'Escribe tu correo electrónico'
const ENTER_PASSWORD = 'Escribe tu contraseña'
const ENTER_CODE = 'Escribe el código'

/** The sign-in screens' own texts in Spanish that their dictionary lacks, or says with another form of address. */
export const OUR_SPANISH = {
  'Add your Profile': 'Añade tu perfil',
  'Add your Website': 'Añade tu sitio web',
  Birthdate: 'Fecha de nacimiento',
  'Confirm MFA Code': 'Confirmar código de verificación',
  Continue: 'Continuar',
  'Continue without a Passkey': 'Continuar sin clave de acceso',
  'Create a Passkey': 'Crear una clave de acceso',
  'Enter your Birthdate': 'Escribe tu fecha de nacimiento',
  'Enter your Confirmation Code': 'Escribe tu código de confirmación',
  'Enter your Middle Name': 'Escribe tu segundo nombre',
  'Enter your Name': 'Escribe tu nombre',
  'Enter your Nickname': 'Escribe tu apodo',
  'Enter your Phone Number': 'Escribe tu número de teléfono',
  'Enter your Preferred Username': 'Escribe el nombre de usuario que prefieras',
  'Please enter your username first': 'Escribe primero tu nombre de usuario',
  'Existing Passkeys': 'Claves de acceso existentes',
  'Forgot Password?': '¿Olvidaste tu contraseña?',
  'Forgot password?': '¿Olvidaste tu contraseña?',
  'Middle Name': 'Segundo nombre',
  Name: 'Nombre',
  Nickname: 'Apodo',
  'Other sign-in options': 'Otras formas de iniciar sesión',
  Passkey: 'Clave de acceso',
  'Sign in faster with Passkey': 'Inicia sesión más rápido con una clave de acceso',
  'Failed to create passkey. Please try again.': 'No se pudo crear la clave de acceso. Inténtalo de nuevo.',
  'Preferred Username': 'Nombre de usuario preferido',
  Profile: 'Perfil',
  Registering: 'Registrando',
  'Unable to send verification code. Please try again.':
    'No se pudo enviar el código de verificación. Inténtalo de nuevo.',
  'The verification code you entered is incorrect. Please try again.':
    'El código de verificación no es correcto. Inténtalo de nuevo.',
  'This field is required': 'Este campo es obligatorio',
  'Please enter a valid email': 'Escribe una dirección de correo electrónico válida',
  'Enter your Family Name': 'Escribe tus apellidos',
  'Enter your Given Name': 'Escribe tu nombre',
  'Enter your Password': 'Escribe tu contraseña',
  'Enter your code': 'Escribe el código',
  'Enter your phone number': 'Escribe el número de teléfono',
  'Enter your username': 'Escribe el nombre de usuario',
  'Please confirm your Password': 'Confirma tu contraseña',
  'Forgot your password?': '¿Olvidaste tu contraseña?',
  'Reset your password': 'Restablecer tu contraseña',
  'Reset your Password': 'Restablecer tu contraseña',
  'We Emailed You': 'Te hemos enviado un correo electrónico',
  'We Texted You': 'Te hemos enviado un mensaje de texto',
  'Your code is on the way. To log in, enter the code we emailed to':
    'El código está en camino. Para iniciar sesión, escribe el código que enviamos por correo electrónico a',
  'Your code is on the way. To log in, enter the code we sent you':
    'El código está en camino. Para iniciar sesión, escribe el código que te enviamos',
  'Your code is on the way. To log in, enter the code we texted to':
    'El código está en camino. Para iniciar sesión, escribe el código que enviamos por mensaje de texto a',
  'Invalid verification code provided, please try again.':
    'El código de verificación no es válido. Inténtalo de nuevo.',
  'Code *': 'Código',
  Website: 'Sitio web',
  Email: 'Correo electrónico',
  'Enter your Email': 'Escribe tu correo electrónico',
  'Enter your email': 'Escribe tu correo electrónico',
  'Temporary password has expired and must be reset by an administrator.':
    'La contraseña temporal ha caducado; un administrador tiene que dar una nueva.',
  'Account recovery requires verified contact information':
    'Para recuperar la cuenta hace falta un contacto verificado',
  'Authenticator App (TOTP)': 'Una aplicación de autenticación',
  'Confirm Email Code': 'Confirmar el código del correo electrónico',
  'Confirm SMS Code': 'Confirmar el código del SMS',
  'Confirm TOTP Code': 'Confirmar el código de la aplicación',
  'Copy and paste the secret key below into an authenticator app and then enter the code in the text field below.':
    'Copia la clave secreta en una aplicación de autenticación y escribe después el código en el campo de abajo.',
  COPIED: 'Copiado',
  COPY: 'Copiar',
  'Country code': 'Prefijo del país',
  'Create account with Email OTP': 'Crear cuenta con un código por correo',
  'Create account with Password': 'Crear cuenta',
  'Create account with SMS OTP': 'Crear cuenta con un código por SMS',
  'Back to Sign In': 'Volver al inicio de sesión',
  'Email Message': 'Un código por correo electrónico',
  'Text Message (SMS)': 'Un código por SMS',
  'Enter your Username': 'Escribe el nombre de usuario',
  'Multi-Factor Authentication': '¿Cómo comprobamos que eres tú?',
  'Multi-Factor Authentication Setup': '¿Cómo comprobaremos que eres tú a partir de ahora?',
  'New password': 'Contraseña nueva',
  'New Password': 'Contraseña nueva',
  'Password is hidden': 'La contraseña está oculta',
  'Password is shown': 'La contraseña está a la vista',
  'Passkey created successfully!': 'Tu clave de acceso está lista',
  'Passkeys are WebAuthn credentials that validate your identity using biometric data like touch or facial recognition or device authentication like passwords or PINs, serving as a secure password replacement.':
    'Una clave de acceso te identifica con la huella, la cara o el PIN de este dispositivo. Nadie puede adivinarla y no hay nada que recordar.',
  'Passkey authentication was canceled. Please try again or use a different sign-in method.': NO_PASSKEY_USED,
  'qr code': 'Código QR para tu aplicación de autenticación',
  'Reset Password': 'Restablecer contraseña',
  'Setup another Passkey': 'Crear otra clave de acceso',
  'Setup Email': 'Configurar códigos por correo electrónico',
  'Setup TOTP': 'Configurar tu aplicación de autenticación',
  'Sign In with Email': 'Iniciar sesión con un código por correo',
  'Sign In with Passkey': 'Iniciar sesión con una clave de acceso',
  'Sign In with Password': 'Iniciar sesión con la contraseña',
  'Sign In with SMS': 'Iniciar sesión con un código por SMS',
  'Sign In': 'Iniciar sesión',
  Verifying: 'Verificando',
  'We Sent A Code': 'Te hemos enviado un código',
  'Your passkey has been successfully registered.': 'A partir de ahora puedes iniciar sesión con ella.',
  'Email is required for Email OTP sign up': REQUIRED,
  'Phone number is required for SMS OTP sign up': REQUIRED,
  'Password is required': REQUIRED,
  'Confirm Password is required': REQUIRED,
  'Password must have lower case letters': 'La contraseña debe tener letras minúsculas',
  'Password must have upper case letters': 'La contraseña debe tener letras mayúsculas',
  'Password must have numbers': 'La contraseña debe tener números',
  'Password must have special characters': 'La contraseña debe tener símbolos',

  // Our own.
  [oddities.startAgainForCode]: 'Para recibir otro código, vuelve atrás e inicia sesión de nuevo.',
  [oddities.notThisWay]: NOT_THIS_WAY,
  [oddities.unknownStep]: UNKNOWN_STEP,
  [oddities.interrupted]: INTERRUPTED,

  // Said by the server.
  'You are the last administrator: make somebody else one before you delete your account.':
    'Eres el último administrador: nombra a otro antes de borrar tu cuenta.',
  'A client attempted to write unauthorized attribute': 'Ese dato no se puede cambiar aquí.',
  'Access Token does not have required scopes': INTERRUPTED,
  'A recent sign-in is required. Sign in again.':
    'Para esto hace falta haber iniciado sesión hace poco. Inicia sesión otra vez.',
  'Code mismatch and fail enable Software Token MFA': WRONG_CODE,
  'Invalid code received for user': WRONG_CODE,
  'Invalid code or auth state for the user.': WRONG_CODE,
  'Your software token has already been used once.':
    'Este código ya se ha usado. Espera al siguiente de tu aplicación.',
  'The account was changed at the same moment. Try again.':
    'La cuenta se cambió en el mismo momento. Inténtalo de nuevo.',
  'This account needs its password to sign in.':
    'Para iniciar sesión en esta cuenta hace falta la contraseña.',
  'Incorrect username or password.': 'El correo electrónico o la contraseña no son correctos.',
  'User does not exist.': 'No hay ninguna cuenta con ese correo electrónico.',
  'User already exists': 'Ya hay una cuenta con ese correo electrónico.',
  'An account with the given email already exists.': 'Ya hay una cuenta con ese correo electrónico.',
  'User is already confirmed.': 'La cuenta ya está confirmada. Inicia sesión.',
  'User is not confirmed.': 'La cuenta no está confirmada todavía.',
  'User is disabled.': 'Esta cuenta está desactivada. Pide ayuda a un administrador.',
  'Password reset required for the user':
    'Hay que restablecer la contraseña. Elige «¿Olvidaste tu contraseña?».',
  'SignUp is not permitted for this user pool':
    'Aquí no se pueden crear cuentas nuevas. Pide una a un administrador.',
  'Access Token has been revoked': INTERRUPTED,
  'Access Token has expired': INTERRUPTED,
  'Invalid Access Token': INTERRUPTED,
  'Invalid session for the user.': INTERRUPTED,
  'Invalid session for the user, session can only be used once.': INTERRUPTED,
  'Invalid session for the user, session is expired.': INTERRUPTED,
  'Your verification code has expired. Please request a new code.': INTERRUPTED,
  'Invalid code provided, please request a code again.': 'Este código ha caducado. Pide uno nuevo.',
  'Attempt limit exceeded, please try after some time.': 'Demasiados intentos. Inténtalo de nuevo más tarde.',
  'Password attempts exceeded': 'Demasiados intentos con la contraseña. Inténtalo de nuevo más tarde.',
  'Password has previously been used.': 'Esa contraseña ya se ha usado. Elige otra.',
  'The email address must be the one of the account':
    'Escribe el correo electrónico con el que inicias sesión.',
  'The code could not be sent. Try again later.': 'No se pudo enviar el código. Inténtalo más tarde.',
  'The clock of this device is too far off to sign in.':
    'El reloj de este dispositivo está demasiado desajustado para iniciar sesión.',
  'Password did not conform with policy: Password not long enough': 'La contraseña es demasiado corta.',
  'Password did not conform with policy: Password too long': 'La contraseña es demasiado larga.',
  'Password did not conform with policy: Password must have uppercase characters':
    'La contraseña debe tener letras mayúsculas',
  'Password did not conform with policy: Password must have lowercase characters':
    'La contraseña debe tener letras minúsculas',
  'Password did not conform with policy: Password must have numeric characters':
    'La contraseña debe tener números',
  'Password did not conform with policy: Password must have symbol characters':
    'La contraseña debe tener símbolos',

  // Said by the client library.
  [EXPIRED_IN_BROWSER]: INTERRUPTED,
  'A network error has occurred.': 'No hay conexión con el servidor. Inténtalo de nuevo.',
  'There is already a signed in user.': 'Ya has iniciado sesión. Vuelve a cargar la página para seguir.',
  'Unable to proceed due to invalid sign in state.': INTERRUPTED,
  'The autoSignIn flow has not started, or has been cancelled/completed.':
    'Tu cuenta está lista. Inicia sesión con tu correo electrónico y tu contraseña.',
  'The account was not confirmed on time.':
    'La cuenta no se confirmó a tiempo. Inicia sesión para recibir otro código.',
  'username is required to signIn': ENTER_EMAIL,
  'password is required to signIn': ENTER_PASSWORD,
  'username is required to signUp': ENTER_EMAIL,
  'password is required to signUp': ENTER_PASSWORD,
  'username is required to resetPassword': ENTER_EMAIL,
  'username is required to confirmResetPassword': ENTER_EMAIL,
  'confirmationCode is required to confirmResetPassword': ENTER_CODE,
  'newPassword is required to confirmResetPassword': ENTER_PASSWORD,
  'username is required to confirmSignUp': ENTER_EMAIL,
  'code is required to confirmSignUp': ENTER_CODE,
  'challengeResponse is required to confirmSignIn': ENTER_CODE,
  'confirmation code is required to confirmUserAttribute': ENTER_CODE,
  'code is required to verifyTotpSetup': ENTER_CODE,
  'Incorrect MFA method was chosen. It should be either SMS, TOTP, or EMAIL': UNKNOWN_STEP,
  'The preferred challenge is not enabled in your backend configuration': NOT_THIS_WAY,
  'Passwordless authentication is not enabled for this account. Please contact your administrator or use password sign-in.':
    NOT_THIS_WAY,
  'Invalid user pool id provided.': NOT_SET_UP,
  'Configuration error (see console) – please contact the administrator': NOT_SET_UP,
  'Passkeys may not be supported on this device.': 'Las claves de acceso no funcionan en este dispositivo.',
  'Device failed to create passkey.': PASSKEY_NOT_MADE,
  'Device failed to retrieve passkey.':
    'Este dispositivo no tiene ninguna clave de acceso tuya. Elige otra forma de iniciar sesión.',
  'Invalid passkey authentication options.':
    'No se puede usar la clave de acceso. Elige otra forma de iniciar sesión.',
  'Passkey operation has been aborted.': NO_PASSKEY_USED,
  'Relying party does not match current domain.':
    'Las claves de acceso no funcionan en esta dirección. Elige otra forma de iniciar sesión.',
  'Sequential WEB_AUTHN challenges returned from underlying service cannot be handled.': UNKNOWN_STEP,
  'An unknown error has occurred.': 'Algo ha ido mal. Inténtalo de nuevo.',
}
