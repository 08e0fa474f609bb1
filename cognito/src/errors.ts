/** The protocol's own error names, each with the status that it is answered with. */
const STATUS = {
  AliasExistsException: 400,
  CodeDeliveryFailureException: 400,
  CodeMismatchException: 400,
  EnableSoftwareTokenMFAException: 400,
  ExpiredCodeException: 400,
  ForbiddenException: 400,
  GroupExistsException: 400,
  IncompleteSignatureException: 403,
  InternalErrorException: 500,
  InvalidParameterException: 400,
  InvalidPasswordException: 400,
  InvalidSignatureException: 403,
  InvalidUserPoolConfigurationException: 400,
  LimitExceededException: 400,
  MissingAuthenticationTokenException: 403,
  NotAuthorizedException: 400,
  PasswordHistoryPolicyViolationException: 400,
  PasswordResetRequiredException: 400,
  RefreshTokenReuseException: 400,
  RequestEntityTooLargeException: 413,
  ResourceNotFoundException: 400,
  SerializationException: 400,
  SoftwareTokenMFANotFoundException: 400,
  TooManyRequestsException: 400,
  UnknownOperationException: 400,
  UnrecognizedClientException: 403,
  UnsupportedMediaTypeException: 415,
  UnsupportedTokenTypeException: 400,
  UnsupportedUserStateException: 400,
  UserNotConfirmedException: 400,
  UserNotFoundException: 400,
  UsernameExistsException: 400,
  WebAuthnChallengeNotFoundException: 400,
  WebAuthnCredentialNotSupportedException: 400,
  WebAuthnNotEnabledException: 400,
  WebAuthnOriginNotAllowedException: 400,
  WebAuthnRelyingPartyMismatchException: 400,
} as const

export type CognitoErrorName = keyof typeof STATUS

export const ERROR_NAMES = Object.keys(STATUS) as CognitoErrorName[]

/** The only error that an action throws on purpose; clients know it by its name. */
export class CognitoError extends Error {
  override name: CognitoErrorName

  constructor(name: CognitoErrorName, message: string) {
    super(message)
    this.name = name
  }

  get status(): number {
    return STATUS[this.name]
  }
}

// The texts are Amazon's own: clients translate some of them by their wording.
export const wrongPassword = () =>
  new CognitoError('NotAuthorizedException', 'Incorrect username or password.')

export const tooManyPasswords = () => new CognitoError('NotAuthorizedException', 'Password attempts exceeded')

export const tooManyCodes = () =>
  new CognitoError('LimitExceededException', 'Attempt limit exceeded, please try after some time.')

export const tooManySignIns = () =>
  new CognitoError('TooManyRequestsException', 'Attempt limit exceeded, please try after some time.')

export const wrongCode = () =>
  new CognitoError('CodeMismatchException', 'Invalid verification code provided, please try again.')

export const wrongSignInCode = () =>
  new CognitoError('CodeMismatchException', 'Invalid code or auth state for the user.')

export const wrongSoftwareToken = () =>
  new CognitoError('CodeMismatchException', 'Invalid code received for user')

export const wrongFirstToken = () =>
  new CognitoError('EnableSoftwareTokenMFAException', 'Code mismatch and fail enable Software Token MFA')

export const usedSoftwareToken = () =>
  new CognitoError('ExpiredCodeException', 'Your software token has already been used once.')

/** Not Amazon's: its service changes factors for any access token. Its clients know this name from every action. */
export const staleSignIn = () =>
  new CognitoError('ForbiddenException', 'A recent sign-in is required. Sign in again.')

export const changedMeanwhile = () =>
  new CognitoError('TooManyRequestsException', 'The account was changed at the same moment. Try again.')

export const undeliveredCode = () =>
  new CognitoError('CodeDeliveryFailureException', 'The code could not be sent. Try again later.')

export const expiredCode = () =>
  new CognitoError('ExpiredCodeException', 'Invalid code provided, please request a code again.')

export const invalidSession = () =>
  new CognitoError('NotAuthorizedException', 'Invalid session for the user.')

export const expiredSession = () =>
  new CognitoError('NotAuthorizedException', 'Invalid session for the user, session is expired.')

export const usedSession = () =>
  new CognitoError('NotAuthorizedException', 'Invalid session for the user, session can only be used once.')

export const invalidParameter = (message: string) => new CognitoError('InvalidParameterException', message)
