import type { Plugin } from 'vite'

const DICTIONARY = /\/@aws-amplify\/ui\/dist\/esm\/i18n\/dictionaries\/authenticator\/([a-z]+)\.mjs$/
const KEPT = new Set(['en', 'es', 'defaultTexts'])

/** Leaves out the sign-in screens' dictionaries of languages that the console doesn't speak. */
export function trimAmplify(): Plugin {
  return {
    name: 'vestry:slim-amplify',
    enforce: 'pre',
    load(id) {
      const language = DICTIONARY.exec(id)?.[1]
      return language === undefined || KEPT.has(language) ? null : `export const ${language}Dict = {}`
    },
  }
}
