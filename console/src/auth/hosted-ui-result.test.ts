import { Hub } from 'aws-amplify/utils'
import { expect, test } from 'vitest'
import { awaitHostedUiResult } from './hosted-ui-result.ts'

const report = (event: string, data?: unknown) => Hub.dispatch('auth', { event, data })

test('a sign-in that succeeds brings back the state that it was given', async () => {
  const result = awaitHostedUiResult()
  report('customOAuthState', 'from=/preaching')
  report('signInWithRedirect')
  report('signedIn')
  expect(await result).toEqual({ customState: 'from=/preaching', failed: false })
})

test('a sign-in that fails brings back its error, whatever is reported after it', async () => {
  const result = awaitHostedUiResult()
  const error = new Error('The user is disabled.')
  report('signInWithRedirect_failure', { error })
  report('signedIn')
  expect(await result).toEqual({ customState: undefined, failed: true, error })
})
