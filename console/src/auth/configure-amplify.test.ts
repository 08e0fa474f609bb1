import { AS_IT_COMES } from '@vestry/contract/rules/church-setting-rules.ts'
import type { RuntimeConfig } from '@vestry/contract/rules/runtime-config.ts'
import { expect, test } from 'vitest'
import { writeResources } from './configure-amplify.ts'
import { offersHostedUi } from './hosted-ui.ts'

const config: RuntimeConfig = {
  version: '1.0.0',
  region: 'us-east-1',
  userPoolId: 'us-east-1_Vestry001',
  userPoolClientId: 'client',
  identityPoolId: 'us-east-1:11111111-2222-3333-4444-555555555555',
  bucket: 'preaching',
  storageEndpoint: '/s3/preaching',
  sendsEmail: true,
  passwordPolicy: {
    minLength: 10,
    requireLowercase: true,
    requireUppercase: false,
    requireNumbers: true,
    requireSpecialCharacters: false,
  },
  signIn: {
    signUp: false,
    mfa: 'optional',
    secondFactors: ['totp', 'email'],
    firstFactors: ['password', 'passkey'],
    devices: 'off',
    guests: false,
  },
  passkeyHost: 'console.example',
  opensOffline: true,
  church: AS_IT_COMES,
  timeZone: 'America/New_York',
}

test('an endpoint that is a path belongs to the origin that served the console', () => {
  const resources = writeResources(
    { ...config, userPoolEndpoint: '/cognito-idp/', identityPoolEndpoint: '/cognito-identity/' },
    'http://192.168.1.20:8080',
    true,
  )
  expect(resources.Auth?.Cognito).toMatchObject({
    userPoolEndpoint: 'http://192.168.1.20:8080/cognito-idp/',
    identityPoolEndpoint: 'http://192.168.1.20:8080/cognito-identity/',
    allowGuestAccess: false,
    loginWith: { email: true },
  })
})

test('with Amazon Cognito no endpoint is set', () => {
  const cognito = writeResources(config, 'https://console.example', true).Auth?.Cognito
  expect(cognito).not.toHaveProperty('userPoolEndpoint')
  expect(cognito).not.toHaveProperty('identityPoolEndpoint')
})

test('where the hosted pages are offered, they lead back to the sign-in page', () => {
  const resources = writeResources(config, 'https://console.example:8443', true, 'church.example')
  expect(resources.Auth?.Cognito.loginWith).toEqual({
    email: true,
    oauth: {
      domain: 'church.example',
      scopes: ['openid', 'email', 'profile', 'phone', 'aws.cognito.signin.user.admin'],
      redirectSignIn: ['https://console.example:8443/login'],
      redirectSignOut: ['https://console.example:8443/login'],
      responseType: 'code',
    },
  })
})

test('hosted pages are offered where the user pool has some, and on https alone', () => {
  expect(offersHostedUi(config, { protocol: 'https:' })).toBe(false)
  const amazons = { ...config, hostedUi: 'church.auth.us-east-1.amazoncognito.com' }
  expect(offersHostedUi(amazons, { protocol: 'https:' })).toBe(true)
  expect(offersHostedUi(amazons, { protocol: 'http:' })).toBe(false)
})

test('the password rules are the pool’s own', () => {
  expect(writeResources(config, 'https://console.example', true).Auth?.Cognito.passwordFormat).toEqual({
    minLength: 10,
    requireLowercase: true,
    requireUppercase: false,
    requireNumbers: true,
    requireSpecialCharacters: false,
  })
})

test('the ways to sign in are those that the server offers and this browser can', () => {
  const offered = (firstFactors: RuntimeConfig['signIn']['firstFactors'], passkeysWork: boolean) =>
    writeResources(
      { ...config, signIn: { ...config.signIn, firstFactors } },
      'https://console.example',
      passkeysWork,
    ).Auth?.Cognito.passwordless
  expect(offered(['password', 'passkey'], true)).toEqual({
    emailOtpEnabled: false,
    smsOtpEnabled: false,
    webAuthn: { relyingPartyId: 'console.example', userVerification: 'required' },
  })
  expect(offered(['password', 'passkey'], false)).toBeUndefined()
  expect(offered(['password', 'passkey', 'email'], false)).toEqual({
    emailOtpEnabled: true,
    smsOtpEnabled: false,
  })
  expect(offered(['password'], true)).toBeUndefined()
})
