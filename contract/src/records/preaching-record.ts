import {
  DEFAULT_CATEGORY_ID,
  DEFAULT_LANGUAGE_ID,
  DEFAULT_PREACHER_ID,
  MAX_NAME,
  SERIES_ORDERS,
  SERMON_STATES,
} from '../rules/preaching-rules.ts'
import { DEFAULT_POSTER_PATH, IMAGE_PREFIX, MEDIA_FORMATS, MEDIA_PREFIX } from '../sermons/media.ts'
import { type Fields, without } from './record-fields.ts'

/** What a preaching item must have, in the order of its form. */
export const PREACHING_FIELDS = {
  localizedname: { kind: 'line', max: 300, required: true },
  event_datetime: { kind: 'moment', required: true },
  description: { kind: 'text', max: 20_000 },
  path: { kind: 'path', prefix: MEDIA_PREFIX, required: true },
  poster_path: { kind: 'path', prefix: IMAGE_PREFIX, default: DEFAULT_POSTER_PATH, required: true },
  media_format: { kind: 'choice', of: MEDIA_FORMATS, default: 'audio' },
  language_id: { kind: 'id', default: DEFAULT_LANGUAGE_ID, required: true },
  preacher_id: { kind: 'id', default: DEFAULT_PREACHER_ID, required: true },
  preaching_category_id: { kind: 'id', default: DEFAULT_CATEGORY_ID, required: true },
} as const satisfies Fields

/** What it may have besides. */
export const LIBRARY_FIELDS = {
  /** When it comes out; only for a scheduled item. */
  publish_at: { kind: 'moment' },
  series_id: { kind: 'id' },
  /** As they were typed, such as `Rom 8:28-30; Jn 3:16`. */
  passages: { kind: 'line', max: 500 },
  topics: { kind: 'ids', max: 20 },
  /** Those who speak beside the presenter. */
  speakers: {
    kind: 'rows',
    max: 10,
    of: { preacher_id: { kind: 'id', required: true }, part: { kind: 'line', max: 60 } },
  },
  attachments: {
    kind: 'rows',
    max: 20,
    of: {
      path: { kind: 'path', prefix: MEDIA_PREFIX, required: true },
      title: { kind: 'line', max: MAX_NAME, required: true },
    },
  },
  /** A line for each: `12:30 The second promise`. */
  chapters: { kind: 'text', max: 10_000 },
  /** WebVTT, SubRip or plain text. */
  transcript: { kind: 'text', max: 400_000 },
} as const satisfies Fields

/** Those of these texts that are kept with the item itself. */
export const LIBRARY_TEXTS = without(
  LIBRARY_FIELDS,
  'publish_at',
  'series_id',
  'topics',
  'speakers',
  'attachments',
  'transcript',
)

export const STATE_FIELD = {
  state: { kind: 'choice', of: SERMON_STATES, default: 'published' },
} as const satisfies Fields

/** All that the form of an item has. */
export const SERMON_FIELDS = {
  ...PREACHING_FIELDS,
  ...STATE_FIELD,
  ...LIBRARY_FIELDS,
} as const satisfies Fields

/** What a series of sermons is made of. */
export const SERIES_FIELDS = {
  name: { kind: 'line', max: MAX_NAME, required: true },
  description: { kind: 'text', max: 5000 },
  /** Empty without a picture. */
  picture_path: { kind: 'path', prefix: IMAGE_PREFIX, default: '' },
  /** Which sermon comes first when the series is shown. */
  order: { kind: 'choice', of: SERIES_ORDERS, default: 'oldest' },
} as const satisfies Fields
