/** What the sign-in screens say about a sign-in that they can't go on with; the texts are their own keys. */
export const oddities = {
  startAgainForCode: 'To get a new code, go back and sign in again.',
  notThisWay: 'This way of signing in isn’t set up for your account. Choose another one.',
  unknownStep: 'This account asks for a step that this page doesn’t know. Ask an administrator for help.',
  interrupted: 'The sign-in took too long or was interrupted. Go back and sign in again.',
} as const

const { interrupted } = oddities

/** What the client library says, in its own code's layout, when a step comes after the sign-in has expired. */
export const EXPIRED_IN_BROWSER = `
			An error occurred during the sign in process.

			This most likely occurred due to:
			1. signIn was not called before confirmSignIn.
			2. signIn threw an exception.
			3. page was refreshed during the sign in flow and session has expired.
			`

/** English texts that would else stand out: capitals in the middle, jargon, the names of functions. */
export const OUR_ENGLISH = {
  'Code *': 'Code',
  'Confirm Email Code': 'Confirm e-mail code',
  'Confirm MFA Code': 'Confirm code',
  'Confirm SMS Code': 'Confirm SMS code',
  'Code mismatch and fail enable Software Token MFA':
    'The code isn’t right. Enter the one that the app shows now.',
  'Invalid code received for user': 'The code isn’t right. Enter the one that the app shows now.',
  'Your software token has already been used once.':
    'This code has been used already. Wait until the app shows the next one.',
  'The email address must be the one of the account': 'Enter the email that you sign in with.',
  'Confirm TOTP Code': 'Confirm the code of your app',
  'Continue without a Passkey': 'Continue without a passkey',
  COPIED: 'Copied',
  COPY: 'Copy',
  'Create a Passkey': 'Create a passkey',
  'Create account with Email OTP': 'Create account with a code by e-mail',
  'Create account with Password': 'Create Account',
  'Create account with SMS OTP': 'Create account with a code by SMS',
  'Email Message': 'A code by e-mail',
  'Text Message (SMS)': 'A code by SMS',
  'Authenticator App (TOTP)': 'An authenticator app',
  'Enter your Birthdate': 'Enter your date of birth',
  'Enter your Confirmation Code': 'Enter your code',
  'Enter your Email': 'Enter your email',
  'Enter your Family Name': 'Enter your family name',
  'Enter your Given Name': 'Enter your given name',
  'Enter your Middle Name': 'Enter your middle name',
  'Enter your Name': 'Enter your name',
  'Enter your Nickname': 'Enter your nickname',
  'Enter your Password': 'Enter your password',
  'Enter your Phone Number': 'Enter your phone number',
  'Enter your Preferred Username': 'Enter the username you prefer',
  'Existing Passkeys': 'Your passkeys',
  'Multi-Factor Authentication': 'How should we make sure it’s you?',
  'Multi-Factor Authentication Setup': 'How should we make sure it’s you from now on?',
  'Passkey created successfully!': 'Your passkey is ready',
  'Passkeys are WebAuthn credentials that validate your identity using biometric data like touch or facial recognition or device authentication like passwords or PINs, serving as a secure password replacement.':
    'A passkey signs you in with your fingerprint, your face or the PIN of this device. Nobody can guess it, and there is nothing to remember.',
  'Passkey authentication was canceled. Please try again or use a different sign-in method.':
    'No passkey was used. Try again, or choose another way to sign in.',
  'Please confirm your Password': 'Enter your password again',
  'qr code': 'QR code for your authenticator app',
  'Reset your Password': 'Reset your password',
  'Setup another Passkey': 'Create another passkey',
  'Setup Email': 'Set up codes by e-mail',
  'Setup TOTP': 'Set up your authenticator app',
  'Sign In with Email': 'Sign in with a code by e-mail',
  'Sign In with Passkey': 'Sign in with a passkey',
  'Sign In with Password': 'Sign in with the password',
  'Sign In with SMS': 'Sign in with a code by SMS',
  'Sign in faster with Passkey': 'Sign in faster with a passkey',
  'We Emailed You': 'We sent you an e-mail',
  'We Sent A Code': 'We sent you a code',
  'We Texted You': 'We sent you a text message',
  'Your passkey has been successfully registered.': 'From now on you can sign in with it.',
  'The verification code you entered is incorrect. Please try again.': 'The code is not right. Try again.',
  'Failed to create passkey. Please try again.': 'The passkey could not be created. Try again.',
  'Email is required for Email OTP sign up': 'This field is required',
  'Phone number is required for SMS OTP sign up': 'This field is required',
  'Password is required': 'This field is required',
  'Confirm Password is required': 'This field is required',

  // Said by the server.
  'Access Token does not have required scopes': interrupted,
  'Invalid code or auth state for the user.': 'The code is not right. Try again.',
  'Access Token has been revoked': interrupted,
  'Access Token has expired': interrupted,
  'Invalid Access Token': interrupted,
  'Invalid session for the user.': interrupted,
  'Invalid session for the user, session can only be used once.': interrupted,
  'Invalid session for the user, session is expired.': interrupted,
  'Your verification code has expired. Please request a new code.': interrupted,
  'Invalid code provided, please request a code again.': 'This code has expired. Ask for a new one.',
  'Attempt limit exceeded, please try after some time.': 'Too many tries. Try again after some time.',
  'Password attempts exceeded': 'Too many tries with the password. Try again after some time.',
  'SignUp is not permitted for this user pool':
    'New accounts can’t be made here. Ask an administrator for one.',
  'User is disabled.': 'This account is switched off. Ask an administrator for help.',
  'Password reset required for the user': 'The password has to be reset. Choose “Forgot your password?”.',
  'Password did not conform with policy: Password not long enough': 'The password is too short.',
  'Password did not conform with policy: Password too long': 'The password is too long.',
  'Password did not conform with policy: Password must have uppercase characters':
    'Password must have upper case letters',
  'Password did not conform with policy: Password must have lowercase characters':
    'Password must have lower case letters',
  'Password did not conform with policy: Password must have numeric characters': 'Password must have numbers',
  'Password did not conform with policy: Password must have symbol characters':
    'Password must have special characters',

  // Said by the client library.
  [EXPIRED_IN_BROWSER]: interrupted,
  'There is already a signed in user.': 'You are signed in already. Reload the page to go on.',
  'Unable to proceed due to invalid sign in state.': interrupted,
  'The autoSignIn flow has not started, or has been cancelled/completed.':
    'Your account is ready. Sign in with your e-mail address and password.',
  'The account was not confirmed on time.':
    'Your account was not confirmed in time. Sign in to get a new code.',
  'username is required to signIn': 'Enter your email',
  'password is required to signIn': 'Enter your password',
  'username is required to signUp': 'Enter your email',
  'password is required to signUp': 'Enter your password',
  'username is required to resetPassword': 'Enter your email',
  'username is required to confirmResetPassword': 'Enter your email',
  'confirmationCode is required to confirmResetPassword': 'Enter your code',
  'newPassword is required to confirmResetPassword': 'Enter your password',
  'username is required to confirmSignUp': 'Enter your email',
  'code is required to confirmSignUp': 'Enter your code',
  'challengeResponse is required to confirmSignIn': 'Enter your code',
  'confirmation code is required to confirmUserAttribute': 'Enter your code',
  'code is required to verifyTotpSetup': 'Enter your code',
  'Incorrect MFA method was chosen. It should be either SMS, TOTP, or EMAIL': oddities.unknownStep,
  'The preferred challenge is not enabled in your backend configuration': oddities.notThisWay,
  'Passwordless authentication is not enabled for this account. Please contact your administrator or use password sign-in.':
    oddities.notThisWay,
  'Invalid user pool id provided.':
    'Sign-in isn’t set up correctly on this server. Ask an administrator for help.',
  'Configuration error (see console) – please contact the administrator':
    'Sign-in isn’t set up correctly on this server. Ask an administrator for help.',
  'Passkeys may not be supported on this device.': 'Passkeys don’t work on this device.',
  'Device failed to create passkey.': 'The passkey could not be created. Try again.',
  'Device failed to retrieve passkey.': 'This device has no passkey for you. Choose another way to sign in.',
  'Invalid passkey authentication options.': 'The passkey can’t be used. Choose another way to sign in.',
  'Passkey operation has been aborted.': 'No passkey was used. Try again, or choose another way to sign in.',
  'Relying party does not match current domain.':
    'Passkeys don’t work at this address. Choose another way to sign in.',
  'Sequential WEB_AUTHN challenges returned from underlying service cannot be handled.': oddities.unknownStep,
  'An unknown error has occurred.': 'Something went wrong. Try again.',
} as const
