import type { MessageLanguage } from '@vestry/contract/messages/message-languages.ts'
import { LANGUAGES } from '@vestry/contract/sermons/languages.ts'

/** The language of a sermon, by its id. */
export function languageOf(language_id: number): MessageLanguage {
  return LANGUAGES.find(({ id }) => id === language_id)?.tag ?? 'en'
}
