import { z } from 'zod'
import { DEFAULT_POSTER_PATH, IMAGE_PREFIX, isObjectPath, MEDIA_FORMATS, MEDIA_PREFIX } from './media.ts'
import {
  DEFAULT_CATEGORY_ID,
  DEFAULT_LANGUAGE_ID,
  DEFAULT_PREACHER_ID,
  DIRECTIONS,
  PREACHING_ORDERS,
  PREACHING_PAGE_SIZE,
} from './preaching-rules.ts'
import { route } from './route.ts'

const Id = z.number().int().positive()

/**
 * The church's wall clock, `YYYY-MM-DDTHH:MM:SS`, without a zone. Seconds may be left out, and the part
 * after a dot is dropped.
 */
export const EventDateTime = z
  .string()
  .transform((text) => text.trim().split('.')[0]?.replace(' ', 'T') ?? '')
  .transform((text) => (/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? `${text}:00` : text))
  .pipe(z.iso.datetime({ local: true, offset: false, precision: 0 }))

const objectPath = (prefix: string) =>
  z.string().refine((path) => isObjectPath(path, prefix), `must be a file under ${prefix}`)

const itemFields = {
  localizedname: z.string().trim().min(1).max(300),
  event_datetime: EventDateTime,
  description: z.string().max(20_000).default(''),
  path: objectPath(MEDIA_PREFIX),
  poster_path: objectPath(IMAGE_PREFIX).default(DEFAULT_POSTER_PATH),
  media_format: z.enum(MEDIA_FORMATS).default('audio'),
  language_id: Id.default(DEFAULT_LANGUAGE_ID),
  preacher_id: Id.default(DEFAULT_PREACHER_ID),
  preaching_category_id: Id.default(DEFAULT_CATEGORY_ID),
}

/** A published recording as the API answers it. */
export const PreachingItem = z.object({
  uuid: z.uuid(),
  localizedname: z.string(),
  event_datetime: z.string(),
  description: z.string(),
  path: z.string(),
  poster_path: z.string(),
  media_format: z.enum(MEDIA_FORMATS),
  language_id: Id,
  preacher_id: Id,
  preaching_category_id: Id,
  presenterName: z.string(),
  category: z.string(),
  language: z.string(),
  /** Grows with every change; sent back with PUT, it makes the server refuse to overwrite someone else's. */
  version: z.number().int(),
})
export type PreachingItem = z.output<typeof PreachingItem>

/** Comma-separated positive integers, such as `3,7`; each at most once in the output. */
const intList = (minimum: number, maximum: number) =>
  z
    .string()
    .transform((text) => [...new Set(text.split(',').map((part) => Number(part.trim() || Number.NaN)))])
    .pipe(z.array(z.number().int().min(minimum).max(maximum)).max(100))

export const PreachingFilter = z.strictObject({
  search: z.string().max(200).optional(),
  presenters: intList(1, 2 ** 31 - 1).optional(),
  categories: intList(1, 2 ** 31 - 1).optional(),
  years: intList(1900, 2999).optional(),
  orderBy: z.enum(PREACHING_ORDERS).default('date'),
  direction: z.enum(DIRECTIONS).default('DESC'),
  limit: z.coerce.number().int().min(1).max(100).default(PREACHING_PAGE_SIZE),
  offset: z.coerce
    .number()
    .int()
    .min(0)
    .max(2 ** 31 - 1)
    .default(0),
})
export type PreachingFilter = z.output<typeof PreachingFilter>

/**
 * `released` names the objects that the item pointed at before and that no item uses any more: they are
 * the caller's to delete from the store. The default poster is never among them.
 */
const released = z.array(z.string())

export const preachingRoutes = {
  list: route('GET', '/preachingManagement', {
    summary: 'List the preaching items, one page at a time',
    query: PreachingFilter,
    answer: z.object({ results: z.array(PreachingItem), totalCount: z.number().int() }),
  }),
  find: route('GET', '/preachingManagement/item', {
    summary: 'One preaching item',
    query: z.strictObject({ uuid: z.uuid() }),
    answer: PreachingItem,
    errors: ['not_found'],
  }),
  create: route('POST', '/preachingManagement', {
    summary: 'Publish a preaching item; repeated with the same uuid and content, it creates nothing new',
    body: z.strictObject({ uuid: z.uuid().optional(), ...itemFields }),
    answer: z.object({ message: z.string(), uuid: z.uuid(), version: z.number().int() }),
    errors: ['already_exists'],
  }),
  update: route('PUT', '/preachingManagement', {
    summary: 'Change a preaching item; with a version, only if nobody else changed it since',
    body: z.strictObject({ uuid: z.uuid(), version: z.number().int().optional(), ...itemFields }),
    answer: z.object({ message: z.string(), uuid: z.uuid(), version: z.number().int(), released }),
    errors: ['not_found', 'changed_meanwhile'],
  }),
  remove: route('DELETE', '/preachingManagement', {
    summary: 'Delete a preaching item',
    query: z.strictObject({ uuid: z.uuid() }),
    answer: z.object({ message: z.string(), released }),
    errors: ['not_found'],
  }),
}
