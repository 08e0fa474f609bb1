import { translations } from '@aws-amplify/ui-react'
import { I18n } from 'aws-amplify/utils'
import type { WordLanguage } from '../words/choose-language.ts'

/** The sign-in screens' own texts in Spanish that their dictionary lacks or has wrong. */
const MISSING_IN_SPANISH = {
  'Add your Profile': 'Añade tu perfil',
  'Add your Website': 'Añade tu sitio web',
  Birthdate: 'Fecha de nacimiento',
  'Confirm MFA Code': 'Confirmar código de verificación',
  Continue: 'Continuar',
  'Continue without a Passkey': 'Continuar sin clave de acceso',
  'Create a Passkey': 'Crear una clave de acceso',
  'Enter your Birthdate': 'Escriba su fecha de nacimiento',
  'Enter your Confirmation Code': 'Escriba su código de confirmación',
  'Enter your Middle Name': 'Escriba su segundo nombre',
  'Enter your Name': 'Escriba su nombre',
  'Enter your Nickname': 'Escriba su apodo',
  'Enter your Phone Number': 'Escriba su número de teléfono',
  'Enter your Preferred Username': 'Escriba el nombre de usuario que prefiera',
  'Please enter your username first': 'Escriba primero su nombre de usuario',
  'Existing Passkeys': 'Claves de acceso existentes',
  'Forgot Password?': '¿Olvidó su contraseña?',
  'Forgot password?': '¿Olvidó su contraseña?',
  'Middle Name': 'Segundo nombre',
  Name: 'Nombre',
  Nickname: 'Apodo',
  'Other sign-in options': 'Otras formas de iniciar sesión',
  'Passkey authentication was canceled. Please try again or use a different sign-in method.':
    'Se canceló el inicio de sesión con clave de acceso. Inténtelo de nuevo o use otra forma de iniciar sesión.',
  'Passkey created successfully!': 'La clave de acceso se creó correctamente.',
  Passkey: 'Clave de acceso',
  'Passkeys are WebAuthn credentials that validate your identity using biometric data like touch or facial recognition or device authentication like passwords or PINs, serving as a secure password replacement.':
    'Las claves de acceso comprueban su identidad con la huella, la cara o el PIN del dispositivo, y sustituyen de forma segura a la contraseña.',
  'Sign in faster with Passkey': 'Inicie sesión más rápido con una clave de acceso',
  'Your passkey has been successfully registered.': 'Su clave de acceso se registró correctamente.',
  'Failed to create passkey. Please try again.': 'No se pudo crear la clave de acceso. Inténtelo de nuevo.',
  'Passwordless authentication is not enabled for this account. Please contact your administrator or use password sign-in.':
    'El inicio de sesión sin contraseña no está activado para esta cuenta. Use la contraseña.',
  'Preferred Username': 'Nombre de usuario preferido',
  Profile: 'Perfil',
  Registering: 'Registrando',
  'Setup another Passkey': 'Añadir otra clave de acceso',
  'Sign In with Email': 'Iniciar sesión con el correo electrónico',
  'Sign In with Passkey': 'Iniciar sesión con clave de acceso',
  'Sign In with Password': 'Iniciar sesión con contraseña',
  'Sign In with SMS': 'Iniciar sesión con SMS',
  'Unable to send verification code. Please try again.':
    'No se pudo enviar el código de verificación. Inténtelo de nuevo.',
  'Your verification code has expired. Please request a new code.':
    'Su código de verificación ha caducado. Solicite uno nuevo.',
  'The verification code you entered is incorrect. Please try again.':
    'El código de verificación no es correcto. Inténtelo de nuevo.',
  'This field is required': 'Este campo es obligatorio',
  'Please enter a valid email': 'Escriba una dirección de correo electrónico válida',
  COPY: 'COPIAR',
  Website: 'Sitio web',
  Email: 'Correo electrónico',
  'Enter your Email': 'Escriba su correo electrónico',
  'Enter your email': 'Escriba su correo electrónico',
  'Password attempts exceeded': 'Demasiados intentos con la contraseña. Inténtelo de nuevo más tarde.',
  'Temporary password has expired and must be reset by an administrator.':
    'La contraseña temporal ha caducado; un administrador tiene que dar una nueva.',
  'Invalid session for the user.': 'La sesión ya no es válida. Inicie sesión de nuevo.',
}

I18n.putVocabularies(translations)
I18n.putVocabulariesForLanguage('es', MISSING_IN_SPANISH)

/** Has the sign-in screens speak `language`, the rule for the shortest password included. */
export function setSignInLanguage(language: WordLanguage, shortestPassword: number): void {
  I18n.putVocabulariesForLanguage('es', {
    [`Password must have at least ${shortestPassword} characters`]: `La contraseña debe tener al menos ${shortestPassword} caracteres`,
  })
  I18n.setLanguage(language)
}
