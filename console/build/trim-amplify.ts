import type { Plugin } from 'vite'

const DICTIONARY = /\/@aws-amplify\/ui\/dist\/esm\/i18n\/dictionaries\/authenticator\/([a-z]+)\.mjs$/
const OTHER_SETTINGS = /\/@aws-amplify\/core\/dist\/esm\/utils\/parseAmplifyConfig\.mjs$/

/** Leaves out the sign-in screens' dictionaries, which our own catalogue replaces, and the readers of two older kinds of settings. */
export function trimAmplify(): Plugin {
  return {
    name: 'vestry:trim-amplify',
    enforce: 'pre',
    load(id) {
      if (OTHER_SETTINGS.test(id)) {
        return 'export const parseAmplifyConfig = (config) => config'
      }
      const language = DICTIONARY.exec(id)?.[1]
      return language === undefined || language === 'defaultTexts'
        ? null
        : `export const ${language}Dict = {}`
    },
  }
}
