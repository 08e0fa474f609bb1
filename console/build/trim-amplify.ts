import type { Plugin } from 'vite'

const DICTIONARY = /\/@aws-amplify\/ui\/dist\/esm\/i18n\/dictionaries\/authenticator\/([a-z]+)\.mjs$/

/** Leaves out the sign-in screens' dictionaries: what they say is in our own catalogue. */
export function trimAmplify(): Plugin {
  return {
    name: 'vestry:trim-amplify',
    enforce: 'pre',
    load(id) {
      const language = DICTIONARY.exec(id)?.[1]
      return language === undefined || language === 'defaultTexts'
        ? null
        : `export const ${language}Dict = {}`
    },
  }
}
