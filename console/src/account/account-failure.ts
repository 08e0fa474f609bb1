import { nameOfError } from '../auth/session-failures.ts'
import { type MessageKey, t } from '../messages/messages.ts'

/** What the service's refusals mean to a person; found by their names, since their messages change with the service. */
const MEANS: Readonly<Record<string, MessageKey>> = {
  CodeMismatchException: 'account.error.wrongCode',
  EnableSoftwareTokenMFAException: 'account.error.wrongCode',
  ExpiredCodeException: 'account.error.expiredCode',
  CodeDeliveryFailureException: 'account.error.notDelivered',
  AliasExistsException: 'account.error.taken',
  UsernameExistsException: 'account.error.taken',
  LimitExceededException: 'account.error.tooMany',
  TooManyRequestsException: 'account.error.unknown',
  TooManyFailedAttemptsException: 'account.error.tooMany',
  InvalidPasswordException: 'account.error.weakPassword',
  PasswordHistoryPolicyViolationException: 'account.error.usedPassword',
  InvalidParameterException: 'account.error.notAccepted',
  NotAuthorizedException: 'account.error.notAllowed',
  ForbiddenException: 'account.signInAgain.text',
  InvalidUserPoolConfigurationException: 'account.error.notAllowed',
  SoftwareTokenMFANotFoundException: 'account.error.notAllowed',
  InternalErrorException: 'account.error.unknown',
  ResourceNotFoundException: 'account.error.gone',
  NetworkError: 'data.offline',
  PasskeyRegistrationCanceled: 'account.error.passkeyCanceled',
  PasskeyOperationAborted: 'account.error.passkeyCanceled',
  PasskeyAlreadyExists: 'account.error.passkeyExists',
  PasskeyNotSupported: 'account.error.passkeyUnsupported',
  WebAuthnNotEnabledException: 'account.error.passkeyUnsupported',
  WebAuthnConfigurationMissingException: 'account.error.passkeyUnsupported',
  RelyingPartyMismatch: 'account.error.passkeyElsewhere',
  WebAuthnOriginNotAllowedException: 'account.error.passkeyElsewhere',
  WebAuthnRelyingPartyMismatchException: 'account.error.passkeyElsewhere',
  WebAuthnCredentialNotSupportedException: 'account.error.passkeyFailed',
  PasskeyRegistrationFailed: 'account.error.passkeyFailed',
  WebAuthnChallengeNotFoundException: 'account.error.passkeyFailed',
  WebAuthnClientMismatchException: 'account.error.passkeyFailed',
}

/** The sentence for a failure; `here` gives what a name means in this one place. */
export function failureSentence(error: unknown, here: Readonly<Record<string, MessageKey>> = {}): string {
  const name = nameOfError(error)
  return t(here[name] ?? MEANS[name] ?? 'account.error.unknown')
}
