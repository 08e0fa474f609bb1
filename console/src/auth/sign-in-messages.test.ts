import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { catalogues } from 'virtual:messages'
import { i18n } from '@lingui/core'
import { LANGUAGE_TAGS, type MessageLanguage } from '@vestry/contract/messages/message-languages.ts'
import { Amplify } from 'aws-amplify'
import { I18n } from 'aws-amplify/utils'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { textsNamed } from '../messages/messages.ts'
import { SIGN_IN_ERRORS } from './sign-in-errors.ts'
import { translateSignIn } from './sign-in-messages.ts'
import { signInServices } from './sign-in-steps.ts'

const REACT = fileURLToPath(import.meta.resolve('@aws-amplify/ui-react'))
const CORE = createRequire(REACT)
  .resolve('@aws-amplify/ui')
  .replace(/index\.js$/, 'esm/index.mjs')
const AUTH = createRequire(import.meta.resolve('aws-amplify')).resolve('@aws-amplify/auth')
/** Errors of calls that carry a signature. */
const ONLY_SIGNED = /Signature|UnrecognizedClient|MissingAuthentication/
const ROOT = join(import.meta.dirname, '../../..')
const SERVER = join(ROOT, 'cognito/src')

type Widget = {
  DefaultTexts: Record<string, string>
  defaultFormFieldOptions: Record<string, { label: string; placeholder: string }>
}

/** Every text that the sign-in screens can show by themselves, found in their own code. */
async function textsOfScreens(): Promise<string[]> {
  const widget = (await import(pathToFileURL(CORE).href)) as Widget
  const fields = Object.values(widget.defaultFormFieldOptions)
  const sources = [
    ...globSync(`${dirname(CORE)}/{helpers,machines}/authenticator/**/*.mjs`),
    ...globSync(`${dirname(REACT)}/components/Authenticator/**/*.mjs`),
  ].map((file) => readFileSync(file, 'utf8'))
  const literal =
    /translate\('([^']+)'\)|(?:label|placeholder|password|email|phone_number|confirm_password): '([A-Z][^']+)'|push\('([^']+)'\)/g
  const inCode = sources.flatMap((source) =>
    [...source.matchAll(literal)].map(([, one, other, rule]) => one ?? other ?? rule ?? ''),
  )
  return [
    ...Object.values(widget.DefaultTexts),
    ...fields.flatMap(({ label, placeholder }) => [label, placeholder]),
    ...inCode,
    ...['Enter your email', 'Your passwords must match', 'Password must have at least 8 characters'],
    ...['Password', 'Verifying', 'COPY', 'qr code', 'Dismiss alert', 'Country code'],
    ...['Show password', 'Password is hidden', 'Password is shown'],
  ].filter((text) => /^[A-Z][a-z]|^or$|^COP|^qr/.test(text))
}

/** The service's sentences for somebody who signs in; those that only other clients can get are left out. */
function textsOfService(): string[] {
  const files = [
    ...globSync(
      `${SERVER}/{sign-in/*,self-service/{sign-up,password,attribute}-actions,core/*/{attempt-limiter,challenges,codes,throttle,accounts,attributes,authenticator-app,people,password-policy,second-factors},errors,admit}.ts`,
    ),
  ].filter((file) => !file.endsWith('.test.ts'))
  const thrown = /new CognitoError\(\s*'(\w+)',\s*'([^']+)',?\s*\)/g
  return files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(thrown)].flatMap(([, name = '', message = '']) =>
      ONLY_SIGNED.test(name) ? [] : message,
    ),
  )
}

/** The client library's sentences about its input and about passkeys, except those that no sign-in screen can cause. */
function textsOfClient(): string[] {
  const sources = join(dirname(AUTH), '../../src')
  return ['common/AuthErrorStrings.ts', 'client/utils/passkey/errors/passkeyError.ts'].flatMap((file) =>
    [...readFileSync(join(sources, file), 'utf8').matchAll(/message:\s+'([^']+)'/g)].map(
      ([, text = '']) => text,
    ),
  )
}

/** The server's sentences when it fails, stops, or has too many requests from one address. */
const SENTENCES = {
  internal: 'Something went wrong on our side. Try again in a moment.',
  stopping: 'The server is being restarted. Try again in a moment.',
  crowded: 'There are too many requests from your address at once. Try again in a moment.',
}

/** Switches the sign-in screens to a language, with the texts loaded as the page does it. */
async function speak(language: MessageLanguage, minLength = 8): Promise<void> {
  const parts = await Promise.all([catalogues[language].start(), catalogues[language]['sign-in']()])
  const messages = Object.assign({}, ...parts.map((part) => part.default))
  i18n.loadAndActivate({ locale: language, messages })
  translateSignIn(minLength)
}

/** The service's sentences about a password that it refuses. */
function flawsOfPasswords(): string[] {
  const policy = readFileSync(`${SERVER}/core/passwords/password-policy.ts`, 'utf8')
  return [...policy.matchAll(/return '(Password [^']+)'/g)].map(
    ([, flaw]) => `Password did not conform with policy: ${flaw}`,
  )
}

/** The texts that are neither in the screens' dictionary nor in our list of errors. */
function unknownOf(texts: readonly string[]): string[] {
  return texts.filter((text) => !(`authenticator.${text}` in i18n.messages) && !(text in SIGN_IN_ERRORS))
}

describe.each(LANGUAGE_TAGS)('in %s', (language) => {
  beforeAll(() => speak(language))

  test('no text that the sign-in screens can show is missing', async () => {
    const texts = await textsOfScreens()
    expect(texts.length).toBeGreaterThan(150)
    expect(unknownOf(texts.filter((text) => !text.endsWith('at least 8 characters')))).toEqual([])
    const shown = new Set(texts)
    expect(Object.keys(textsNamed('authenticator.')).filter((text) => !shown.has(text))).toEqual([])
  })

  test('the errors of the service have messages of our own', () => {
    const flaws = flawsOfPasswords()
    expect(flaws).toHaveLength(8)
    const texts = [...textsOfService(), ...flaws]
    expect(texts).toContain('Incorrect username or password.')
    expect(unknownOf(texts)).toEqual([])
    const keys = new Set(Object.keys(i18n.messages))
    expect(Object.values(SIGN_IN_ERRORS).filter((key) => !keys.has(key))).toEqual([])
  })

  test('the errors of the client have messages of our own', () => {
    const texts = textsOfClient()
    expect(texts).toContain('Passkey already exists in authenticator.')
    expect(texts).toContain('challengeResponse is required to confirmSignIn')
    expect(unknownOf(texts)).toEqual([
      'A password is not needed when signing in with CUSTOM_WITHOUT_SRP',
      'oldPassword and newPassword are required to changePassword',
      // A person who cancels goes on without a passkey.
      'Passkey registration ceremony has been canceled.',
      // The screens say this in other words.
      'Passkey authentication ceremony has been canceled.',
    ])
  })

  test.each(['CONFIRMED', 'RESET_REQUIRED'])(
    'an account that is %s has no need to be confirmed',
    (status) => {
      expect(I18n.get(`User cannot be confirmed. Current status is ${status}`)).toBe(
        i18n._('signIn.error.alreadyConfirmed'),
      )
    },
  )

  test('the rule for the shortest password says how long that is', async () => {
    await speak(language, 12)
    expect(I18n.get('Password must have at least 12 characters')).toBe(
      i18n._('signIn.shortestPassword', { count: 12 }),
    )
  })

  test('a step after the sign-in has expired in the browser is answered by a plain sentence', async () => {
    Amplify.configure({ Auth: { Cognito: { userPoolId: 'us-east-1_x', userPoolClientId: 'client' } } })
    await expect(signInServices.handleConfirmSignIn({ challengeResponse: '123456' })).rejects.toThrow(
      i18n._('signIn.error.interrupted'),
    )
  })
})

const failure = (__type: string, message: string) => JSON.stringify({ __type, message })

test.each([
  [502, '', 'data.error.unavailable'],
  [504, '<h1>Gateway Timeout</h1>', 'data.error.unavailable'],
  [500, failure('InternalErrorException', SENTENCES.internal), 'data.error.internal'],
  [503, failure('ServiceUnavailableException', SENTENCES.stopping), 'data.error.unavailable'],
  [503, failure('ServiceUnavailableException', SENTENCES.crowded), 'data.error.too_many_requests'],
])('an answer of %d, %j, is a plain sentence at every step', async (status, body, key) => {
  await speak('es')
  Amplify.configure({ Auth: { Cognito: { userPoolId: 'us-east-1_x', userPoolClientId: 'client' } } })
  vi.stubGlobal('fetch', async () => new Response(body, { status }))
  const username = 'ruth@example.org'
  const password = 'Gleaner-in-Moab-8'
  const outcomes = await Promise.allSettled([
    signInServices.handleSignIn({ username, password }),
    signInServices.handleSignUp({ username, password }),
    signInServices.handleConfirmSignUp({ username, confirmationCode: '123456' }),
    signInServices.handleResendSignUpCode({ username }),
    signInServices.handleForgotPassword({ username }),
    signInServices.handleForgotPasswordSubmit({
      username,
      confirmationCode: '123456',
      newPassword: password,
    }),
  ])
  const said = outcomes.map((outcome) => outcome.status === 'rejected' && I18n.get(outcome.reason.message))
  expect(said).toEqual(Array(6).fill(i18n._(key)))
  vi.unstubAllGlobals()
})

test('the server says so', () => {
  const files = [
    'cognito/src/wire',
    'server/src/http/refuse-while-stopping',
    'server/src/http/limit-connections',
  ]
  const source = files.map((file) => readFileSync(`${ROOT}/${file}.ts`, 'utf8')).join()
  for (const sentence of Object.values(SENTENCES)) {
    expect(source).toContain(`'${sentence}'`)
  }
})

test('the Spanish says tú, as the rest of the console does', async () => {
  await speak('es')
  const formal = /\b(su|sus|le|usted|escriba|ingrese|inténtelo|confirme|olvidó|introduzca|elija)\b/i
  expect(
    Object.keys(i18n.messages)
      .filter((key) => /^(authenticator|signIn)\./.test(key))
      .map((key) => i18n._(key))
      .filter((text) => formal.test(text)),
  ).toEqual([])
})
