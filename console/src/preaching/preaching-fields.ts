import { LANGUAGES } from '@vestry/contract/languages.ts'
import { PREACHING_FIELDS } from '@vestry/contract/preaching-record.ts'
import { blankValues, type FormValues } from '../forms/record-values.ts'

export type PreachingValues = FormValues<typeof PREACHING_FIELDS>

type WithId = { id: number }

/** What a new item starts with, in the console's language; a default that the church has deleted is not chosen. */
export function newValues(
  preachers: readonly WithId[],
  categories: readonly WithId[],
  language: string,
): PreachingValues {
  const blank = blankValues(PREACHING_FIELDS)
  const known = (ids: readonly WithId[], id: number) => (ids.some((one) => one.id === id) ? id : 0)
  return {
    ...blank,
    language_id: LANGUAGES.find(({ tag }) => tag === language)?.id ?? blank.language_id,
    preacher_id: known(preachers, blank.preacher_id),
    preaching_category_id: known(categories, blank.preaching_category_id),
  }
}
