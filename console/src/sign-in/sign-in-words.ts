import { translations } from '@aws-amplify/ui-react'
import { I18n } from 'aws-amplify/utils'
import type { WordLanguage } from '../words/choose-language.ts'

/** The sign-in screens' own texts in Spanish that their dictionary lacks, or says with another form of address. */
const OUR_SPANISH = {
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
  'Passkey authentication was canceled. Please try again or use a different sign-in method.':
    'Se canceló el inicio de sesión con clave de acceso. Inténtalo de nuevo o usa otra forma de iniciar sesión.',
  'Passkey created successfully!': 'La clave de acceso se creó correctamente.',
  Passkey: 'Clave de acceso',
  'Passkeys are WebAuthn credentials that validate your identity using biometric data like touch or facial recognition or device authentication like passwords or PINs, serving as a secure password replacement.':
    'Las claves de acceso comprueban tu identidad con la huella, la cara o el PIN del dispositivo, y sustituyen de forma segura a la contraseña.',
  'Sign in faster with Passkey': 'Inicia sesión más rápido con una clave de acceso',
  'Your passkey has been successfully registered.': 'Tu clave de acceso se registró correctamente.',
  'Failed to create passkey. Please try again.': 'No se pudo crear la clave de acceso. Inténtalo de nuevo.',
  'Passwordless authentication is not enabled for this account. Please contact your administrator or use password sign-in.':
    'El inicio de sesión sin contraseña no está activado para esta cuenta. Usa la contraseña.',
  'Preferred Username': 'Nombre de usuario preferido',
  Profile: 'Perfil',
  Registering: 'Registrando',
  'Setup another Passkey': 'Añadir otra clave de acceso',
  'Sign In with Email': 'Iniciar sesión con el correo electrónico',
  'Sign In with Passkey': 'Iniciar sesión con clave de acceso',
  'Sign In with Password': 'Iniciar sesión con contraseña',
  'Sign In with SMS': 'Iniciar sesión con SMS',
  'Unable to send verification code. Please try again.':
    'No se pudo enviar el código de verificación. Inténtalo de nuevo.',
  'Your verification code has expired. Please request a new code.':
    'Tu código de verificación ha caducado. Solicita uno nuevo.',
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
  'Attempt limit exceeded, please try after some time.': 'Demasiados intentos. Inténtalo de nuevo más tarde.',
  COPY: 'COPIAR',
  'Code *': 'Código',
  Website: 'Sitio web',
  Email: 'Correo electrónico',
  'Enter your Email': 'Escribe tu correo electrónico',
  'Enter your email': 'Escribe tu correo electrónico',
  'Password attempts exceeded': 'Demasiados intentos con la contraseña. Inténtalo de nuevo más tarde.',
  'Temporary password has expired and must be reset by an administrator.':
    'La contraseña temporal ha caducado; un administrador tiene que dar una nueva.',
  'Invalid session for the user.': 'La sesión ya no es válida. Inicia sesión de nuevo.',
}

/** English texts that would else stand out: capitals in the middle, a star at one field of three. */
const OUR_ENGLISH = {
  'Code *': 'Code',
  'Enter your Email': 'Enter your email',
  'Enter your Password': 'Enter your password',
}

I18n.putVocabularies(translations)
I18n.putVocabulariesForLanguage('en', OUR_ENGLISH)
I18n.putVocabulariesForLanguage('es', OUR_SPANISH)

/** Has the sign-in screens speak `language`, the rule for the shortest password included. */
export function setSignInLanguage(language: WordLanguage, shortestPassword: number): void {
  I18n.putVocabulariesForLanguage('es', {
    [`Password must have at least ${shortestPassword} characters`]: `La contraseña debe tener al menos ${shortestPassword} caracteres`,
  })
  I18n.setLanguage(language)
}
