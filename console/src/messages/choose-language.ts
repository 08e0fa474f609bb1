import {
  asMessageLanguage,
  DEFAULT_LANGUAGE,
  type MessageLanguage,
} from '@vestry/contract/messages/message-languages.ts'

/** The stored choice of a language; otherwise the first preferred one that the console has, or else English. */
export function chooseLanguage(stored: string | null, preferred: readonly string[]): MessageLanguage {
  const wanted = [stored ?? '', ...preferred].map(asMessageLanguage)
  return wanted.find((language) => language !== undefined) ?? DEFAULT_LANGUAGE
}
