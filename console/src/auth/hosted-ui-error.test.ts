import { expect, test } from 'vitest'
import { errorInAddress, toHostedUiError } from './hosted-ui-error.ts'

const oauthError = (message: string) => Object.assign(new Error(message), { name: 'OAuthSignInException' })

test.each([
  ['', oauthError('User cancelled OAuth flow.'), { why: 'cancelled' }],
  ['', oauthError('`signInWithRedirect` has been canceled.'), { why: 'cancelled' }],
  ['error=access_denied', oauthError('access_denied'), { why: 'cancelled' }],
  ['code=1&state=2', oauthError('An error occurred while validating the state.'), { why: 'stale' }],
  ['code=1&state=2', oauthError('invalid_grant'), { why: 'stale' }],
  ['code=1&state=2', oauthError('unauthorized_client'), { why: 'refused', reason: 'unauthorized_client' }],
  ['code=1&state=2', oauthError('No access token returned from OAuth flow.'), { why: 'no_token' }],
  [
    'code=1&state=2',
    Object.assign(new Error('Invalid tokens'), { name: 'InvalidTokens' }),
    { why: 'no_token' },
  ],
  ['code=1&state=2', new TypeError('Failed to fetch'), { why: 'unreachable' }],
  ['code=1&state=2', undefined, { why: 'no_token' }],
  [
    'error=invalid_request&error_description=User+is+disabled.',
    oauthError('User is disabled.'),
    { why: 'refused', reason: 'User is disabled.' },
  ],
  ['error=server_error', oauthError('server_error'), { why: 'refused', reason: undefined }],
])('with the query %j it is %s', (query, error, failure) => {
  expect(toHostedUiError(error, new URLSearchParams(query))).toEqual(failure)
})

test('of an address that anybody may have written no reason is repeated', () => {
  const failure = (query: string) => errorInAddress(new URLSearchParams(query))
  expect(failure('error=server_error&error_description=Call+555')).toEqual({
    why: 'refused',
    reason: undefined,
  })
  expect(failure('error=access_denied')).toEqual({ why: 'cancelled' })
  expect(failure('code=1&state=2')).toEqual({ why: 'stale' })
  expect(failure('code=1')).toBeUndefined()
  expect(failure('')).toBeUndefined()
})
