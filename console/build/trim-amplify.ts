import type { Plugin } from 'vite'

const DICTIONARY = /\/@aws-amplify\/ui\/dist\/esm\/i18n\/dictionaries\/authenticator\/([a-z]+)\.mjs$/
const COOKIES = /\/@aws-amplify\/core\/dist\/esm\/storage\/CookieStorage\.mjs$/
const OTHER_SETTINGS = /\/@aws-amplify\/core\/dist\/esm\/utils\/parseAmplifyConfig\.mjs$/

/** Leaves out the sign-in screens' dictionaries, which our own catalogue replaces, the readers of two older kinds of settings, and tokens in cookies. */
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
      const language = DICTIONARY.exec(id)?.[1]
      return language === undefined || language === 'defaultTexts'
        ? null
        : `export const ${language}Dict = {}`
    },
  }
}
