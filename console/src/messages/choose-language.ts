import {
  asMessageLanguage,
  DEFAULT_LANGUAGE,
  type MessageLanguage,
} from '@vestry/contract/messages/message-languages.ts'

/** The language stored as chosen before, else the first of the preferred ones that the console has, else English. */
export function chooseLanguage(stored: string | null, preferred: readonly string[]): MessageLanguage {
  const wanted = [stored ?? '', ...preferred].map(asMessageLanguage)
  return wanted.find((language) => language !== undefined) ?? DEFAULT_LANGUAGE
}
