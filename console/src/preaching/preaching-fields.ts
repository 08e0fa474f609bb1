import { LANGUAGES } from '@vestry/contract/languages.ts'
import { DEFAULT_POSTER_PATH, type MediaFormat } from '@vestry/contract/media.ts'
import type { PreachingItem } from '@vestry/contract/preaching.ts'
import {
  DEFAULT_CATEGORY_ID,
  DEFAULT_LANGUAGE_ID,
  DEFAULT_PREACHER_ID,
} from '@vestry/contract/preaching-rules.ts'
import type { FieldErrors } from '../forms/form-draft.ts'
import { t } from '../messages/messages.ts'
import { toInputValue } from '../ui/wall-clock.ts'

/** What the form edits, by the names that the wire has for it. An id of 0 is not chosen yet. */
export type PreachingValues = Pick<
  PreachingItem,
  | 'localizedname'
  | 'event_datetime'
  | 'description'
  | 'path'
  | 'poster_path'
  | 'language_id'
  | 'preacher_id'
  | 'preaching_category_id'
> & { media_format: MediaFormat }

/** The fields in the order in which they stand on the form. */
export const PREACHING_FIELDS = [
  'localizedname',
  'event_datetime',
  'description',
  'path',
  'poster_path',
  'language_id',
  'preacher_id',
  'preaching_category_id',
] as const satisfies readonly (keyof PreachingValues)[]

const LONGEST = { localizedname: 300, description: 20_000 } as const

type WithId = { id: number }

/** What a new item starts with, in the console's language; a default that the church has deleted is not chosen. */
export function newValues(
  preachers: readonly WithId[],
  categories: readonly WithId[],
  language: string,
): PreachingValues {
  const known = (ids: readonly WithId[], id: number) => (ids.some((one) => one.id === id) ? id : 0)
  return {
    localizedname: '',
    event_datetime: '',
    description: '',
    path: '',
    poster_path: DEFAULT_POSTER_PATH,
    media_format: 'audio',
    language_id: LANGUAGES.find(({ tag }) => tag === language)?.id ?? DEFAULT_LANGUAGE_ID,
    preacher_id: known(preachers, DEFAULT_PREACHER_ID),
    preaching_category_id: known(categories, DEFAULT_CATEGORY_ID),
  }
}

export function valuesOf(item: PreachingItem): PreachingValues {
  return {
    localizedname: item.localizedname,
    event_datetime: toInputValue(item.event_datetime),
    description: item.description,
    path: item.path,
    poster_path: item.poster_path,
    media_format: item.media_format,
    language_id: item.language_id,
    preacher_id: item.preacher_id,
    preaching_category_id: item.preaching_category_id,
  }
}

export function validatePreaching(values: PreachingValues): FieldErrors<PreachingValues> {
  const errors: FieldErrors<PreachingValues> = {}
  for (const field of PREACHING_FIELDS) {
    const value = values[field]
    const missing = typeof value === 'number' ? value <= 0 : value.trim() === ''
    if (missing && field !== 'description') {
      errors[field] = t('ui.form.required')
    }
  }
  for (const field of ['localizedname', 'description'] as const) {
    if (values[field].trim().length > LONGEST[field]) {
      errors[field] = t('ui.form.tooLong', { most: LONGEST[field] })
    }
  }
  return errors
}

/** The body of create and update, without the item's own uuid and version. */
export function payloadOf(values: PreachingValues) {
  const { poster_path, ...others } = values
  return {
    ...others,
    localizedname: values.localizedname.trim(),
    ...(poster_path !== '' && { poster_path }),
  }
}
