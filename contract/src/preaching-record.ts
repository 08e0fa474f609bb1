import { DEFAULT_POSTER_PATH, IMAGE_PREFIX, MEDIA_FORMATS, MEDIA_PREFIX } from './media.ts'
import { DEFAULT_CATEGORY_ID, DEFAULT_LANGUAGE_ID, DEFAULT_PREACHER_ID } from './preaching-rules.ts'
import type { Fields } from './record-fields.ts'

/** What a preaching item is made of, in the order of its form. */
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
