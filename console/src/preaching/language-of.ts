import type { PreachingItem } from '@vestry/contract/calls/preaching.ts'
import { LANGUAGES } from '@vestry/contract/sermons/languages.ts'
import { t } from '../messages/messages.ts'

/** The name of a sermon's language, in the language of the console. */
export function languageOf(item: Pick<PreachingItem, 'language_id' | 'language'>): string {
  const known = LANGUAGES.find((language) => language.id === item.language_id)
  return known === undefined ? item.language : t(`preaching.language.${known.tag}`)
}
