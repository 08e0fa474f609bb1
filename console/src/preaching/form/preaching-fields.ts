import type { PreachingItemDetail } from '@vestry/contract/calls/preaching.ts'
import { SERMON_FIELDS } from '@vestry/contract/records/preaching-record.ts'
import { LANGUAGES } from '@vestry/contract/sermons/languages.ts'
import { blankValues, type FormValues, valuesOf } from '../../forms/record-values.ts'

export type PreachingValues = FormValues<typeof SERMON_FIELDS>

type WithId = { id: number }

/** The first values of a new item, in the console's language; a default that the church has deleted is not chosen. */
export function newValues(
  preachers: readonly WithId[],
  categories: readonly WithId[],
  language: string,
): PreachingValues {
  const blank = blankValues(SERMON_FIELDS)
  const known = (ids: readonly WithId[], id: number) => (ids.some((one) => one.id === id) ? id : 0)
  return {
    ...blank,
    language_id: LANGUAGES.find(({ tag }) => tag === language)?.id ?? blank.language_id,
    preacher_id: known(preachers, blank.preacher_id),
    preaching_category_id: known(categories, blank.preaching_category_id),
  }
}

/** The first values of a new item that is like another one, without what belongs to that one's recording. */
export function copiedValues(item: PreachingItemDetail): PreachingValues {
  const blank = blankValues(SERMON_FIELDS)
  return {
    ...itemValues(item),
    event_datetime: '',
    path: blank.path,
    poster_path: blank.poster_path,
    media_format: blank.media_format,
    state: blank.state,
    publish_at: '',
    attachments: [],
    chapters: '',
    transcript: '',
  }
}

/** The first values of the form of a loaded item. */
export function itemValues(item: PreachingItemDetail): PreachingValues {
  return valuesOf(SERMON_FIELDS, {
    ...item,
    publish_at: item.publish_at ?? '',
    series_id: item.series_id ?? null,
    topics: item.topics.map(({ id }) => id),
    speakers: item.speakers.map(({ preacher_id, part }) => ({ preacher_id, part })),
  })
}

/** The attachments of a form, without those that somebody else has removed from the record meanwhile. */
export function presentAttachments<Row extends { path: string }>(
  rows: readonly Row[],
  stored: readonly { path: string }[],
  chosen: Readonly<Record<string, File>> = {},
): Row[] {
  return rows.filter((row) => row.path in chosen || stored.some(({ path }) => path === row.path))
}
