import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Amplify } from 'aws-amplify'
import { confirmSignIn } from 'aws-amplify/auth'
import { I18n } from 'aws-amplify/utils'
import { beforeAll, expect, test } from 'vitest'
import { OUR_ENGLISH, oddities } from './sign-in-english.ts'
import { setSignInLanguage } from './sign-in-messages.ts'

const REACT = fileURLToPath(import.meta.resolve('@aws-amplify/ui-react'))
const CORE = createRequire(REACT)
  .resolve('@aws-amplify/ui')
  .replace(/index\.js$/, 'esm/index.mjs')
/** What only calls that carry a signature are answered. */
const ONLY_SIGNED = /Signature|UnrecognizedClient|MissingAuthentication/
const SERVER = join(import.meta.dirname, '../../../cognito/src')

type Widget = {
  DefaultTexts: Record<string, string>
  defaultFormFieldOptions: Record<string, { label: string; placeholder: string }>
}

/** Every text that the sign-in screens can show by themselves, read out of their own code. */
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
  ].filter((text) => /^[A-Z][a-z]|^or$|^COP/.test(text))
}

/** What the service says to somebody who signs in; what only its other clients can hear is left out. */
function textsOfService(): string[] {
  const files = [
    ...globSync(
      `${SERVER}/{sign-in/*,self-service/{sign-up,password,attribute}-actions,core/{attempt-limiter,challenges,codes,throttle,accounts,attributes,authenticator-app,people,password-policy,second-factors},errors,admit}.ts`,
    ),
  ].filter((file) => !file.endsWith('.test.ts'))
  const thrown = /new CognitoError\(\s*'(\w+)',\s*'([^']+)',?\s*\)/g
  return files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(thrown)].flatMap(([, name = '', message = '']) =>
      ONLY_SIGNED.test(name) ? [] : message,
    ),
  )
}

beforeAll(() => setSignInLanguage('es', 8))

test('no text that the sign-in screens can show lacks Spanish', async () => {
  const texts = await textsOfScreens()
  expect(texts.length).toBeGreaterThan(150)
  expect(texts.filter((text) => I18n.get(text) === text)).toEqual([])
})

test('what the service says to somebody who signs in has its Spanish', () => {
  const texts = [...new Set(textsOfService())]
  expect(texts).toContain('Incorrect username or password.')
  expect(texts.filter((text) => I18n.get(text) === text)).toEqual([])
})

test('each sentence of ours in English has its Spanish', () => {
  const texts = [...Object.keys(OUR_ENGLISH), ...Object.values(oddities)]
  expect(texts.filter((text) => I18n.get(text) === text)).toEqual([])
})

test('the Spanish says tú, as the rest of the console does', async () => {
  const said = [...(await textsOfScreens()), ...textsOfService(), ...Object.keys(OUR_ENGLISH)].map((text) =>
    String(I18n.get(text)),
  )
  const formal = /\b(su|sus|le|usted|escriba|ingrese|inténtelo|confirme|olvidó|introduzca|elija)\b/i
  expect(said.filter((text) => formal.test(text))).toEqual([])
})

test('the rule for the shortest password has its Spanish, however long that is', () => {
  setSignInLanguage('es', 12)
  expect(I18n.get('Password must have at least 12 characters')).toBe(
    'La contraseña debe tener al menos 12 caracteres',
  )
})

test('a step after the sign-in has expired in the browser is answered by a plain sentence', async () => {
  Amplify.configure({ Auth: { Cognito: { userPoolId: 'us-east-1_x', userPoolClientId: 'client' } } })
  setSignInLanguage('en', 8)
  const said = await confirmSignIn({ challengeResponse: '123456' }).catch((error: Error) => error.message)
  expect(I18n.get(said as string)).toBe(oddities.interrupted)
})
