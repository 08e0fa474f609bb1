import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const DICTIONARY = /\/@aws-amplify\/ui\/dist\/esm\/i18n\/dictionaries\/authenticator\/([a-z]+)\.mjs$/
const COOKIES = /\/@aws-amplify\/core\/dist\/esm\/storage\/CookieStorage\.mjs$/
const OTHER_SETTINGS = /\/@aws-amplify\/core\/dist\/esm\/utils\/parseAmplifyConfig\.mjs$/
const INTEGERS =
  /\/@aws-amplify\/auth\/dist\/esm\/providers\/cognito\/utils\/srp\/BigInteger\/BigInteger\.mjs$/
const OUR_INTEGERS = fileURLToPath(new URL('../src/auth/big-integer.ts', import.meta.url))
const RANDOM_IDS = /\/uuid\/dist\/esm-browser\/v4\.js$/
const LIBRARY = /\/@aws-amplify\/(auth|core)\/dist\/esm\/.+\.mjs$/

const ENUM = /^var (\w+);\n\(function \(\1\) \{\n(.*?)\n\}\)\(\1 \|\| \(\1 = \{\}\)\);$/gms
const IMPORT_FOR_NOTHING = /^import '@aws-crypto\/sha256-js';\n/gm

/**
 * Leaves out what the console never uses of Amplify: the sign-in screens' dictionaries, which our own catalogue
 * replaces; the readers of two older kinds of settings; tokens in cookies; its long integers, which ours replace; its
 * random ids, which the browser makes; and, if nothing uses them, enums and a hash, which are written so that a bundler must believe that they have an effect.
 */
export function trimAmplify(): Plugin {
  return {
    name: 'vestry:trim-amplify',
    enforce: 'pre',
    load(id) {
      if (OTHER_SETTINGS.test(id)) {
        return 'export const parseAmplifyConfig = (config) => config'
      }
      if (COOKIES.test(id)) {
        return 'export class CookieStorage {}'
      }
      if (RANDOM_IDS.test(id)) {
        return 'export default () => crypto.randomUUID()'
      }
      if (INTEGERS.test(id)) {
        return `export { BigInteger as default } from ${JSON.stringify(OUR_INTEGERS)}`
      }
      const language = DICTIONARY.exec(id)?.[1]
      return language === undefined || language === 'defaultTexts'
        ? null
        : `export const ${language}Dict = {}`
    },
    transform(code, id) {
      return LIBRARY.test(id)
        ? code
            .replace(ENUM, 'const $1 = /* @__PURE__ */ (($1) => {\n$2\nreturn $1\n})({});')
            .replace(IMPORT_FOR_NOTHING, '')
        : null
    },
  }
}
