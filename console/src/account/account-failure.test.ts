import { i18n } from '@lingui/core'
import { beforeAll, expect, test } from 'vitest'
import { failureSentence } from './account-failure.ts'

// A text that is not loaded appears as its own name.
beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const named = (name: string) => Object.assign(new Error('in the words of the service'), { name })

/** What the service refuses in calls of a signed-in person, and what only another try can solve. */
const SAID = {
  AliasExistsException: 'taken',
  CodeDeliveryFailureException: 'notDelivered',
  CodeMismatchException: 'wrongCode',
  EnableSoftwareTokenMFAException: 'wrongCode',
  ExpiredCodeException: 'expiredCode',
  InternalErrorException: 'unknown',
  InvalidParameterException: 'notAccepted',
  InvalidPasswordException: 'weakPassword',
  InvalidUserPoolConfigurationException: 'notAllowed',
  LimitExceededException: 'tooMany',
  NotAuthorizedException: 'notAllowed',
  PasswordHistoryPolicyViolationException: 'usedPassword',
  ResourceNotFoundException: 'gone',
  SoftwareTokenMFANotFoundException: 'notAllowed',
  TooManyRequestsException: 'unknown',
  WebAuthnChallengeNotFoundException: 'passkeyFailed',
  WebAuthnClientMismatchException: 'passkeyFailed',
  WebAuthnConfigurationMissingException: 'passkeyUnsupported',
  WebAuthnCredentialNotSupportedException: 'passkeyFailed',
  WebAuthnNotEnabledException: 'passkeyUnsupported',
  WebAuthnOriginNotAllowedException: 'passkeyElsewhere',
  WebAuthnRelyingPartyMismatchException: 'passkeyElsewhere',
}

test.each(Object.entries(SAID))('%s is shown as “%s”, never as the service words it', (name, sentence) => {
  expect(failureSentence(named(name))).toBe(`account.error.${sentence}`)
})

test('a place says what a refusal means there', () => {
  const here = { InvalidParameterException: 'account.phone.inUse' } as const
  expect(failureSentence(named('InvalidParameterException'), here)).toBe('account.phone.inUse')
  expect(failureSentence(named('LimitExceededException'), here)).toBe('account.error.tooMany')
})
