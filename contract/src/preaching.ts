import { z } from 'zod'
import { Id, oneOf, text, Uuid, wholeNumber, wholeNumbers, wholeNumberText } from './fields.ts'
import { LastChange } from './last-change.ts'
import { listOf } from './list-answer.ts'
import { DIRECTIONS, MAX_SEARCH } from './list-rules.ts'
import { IMAGE_PREFIX, MEDIA_FORMATS } from './media.ts'
import { PREACHING_FIELDS } from './preaching-record.ts'
import { PREACHING_ORDERS, PREACHING_PAGE_SIZE } from './preaching-rules.ts'
import { schemasOf } from './record-schemas.ts'
import { route } from './route.ts'

const itemFields = schemasOf(PREACHING_FIELDS)

/**
 * What the console finds out from the files of an item. An update that leaves one out keeps it, unless it names another
 * recording or another poster.
 */
const fileFacts = {
  /** In seconds; 0 where nobody knows. */
  duration: wholeNumber(0, 2 ** 31 - 1).optional(),
  small_poster_path: schemasOf({
    small_poster_path: { kind: 'path', prefix: IMAGE_PREFIX, required: true },
  }).small_poster_path.optional(),
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
  /** In seconds; absent where nobody knows. */
  duration: z.number().int().optional(),
  /** The poster at the width of a list; absent where there is none. */
  small_poster_path: z.string().optional(),
})
export type PreachingItem = z.output<typeof PreachingItem>

export const PreachingItemDetail = PreachingItem.extend({ last_change: LastChange })
export type PreachingItemDetail = z.output<typeof PreachingItemDetail>

export const PreachingFilter = z.strictObject({
  search: text(MAX_SEARCH).optional(),
  presenters: wholeNumbers(1, 2 ** 31 - 1).optional(),
  categories: wholeNumbers(1, 2 ** 31 - 1).optional(),
  years: wholeNumbers(1900, 2999).optional(),
  orderBy: oneOf(PREACHING_ORDERS).default('date'),
  direction: oneOf(DIRECTIONS).default('DESC'),
  limit: wholeNumberText(1, 100).default(PREACHING_PAGE_SIZE),
  offset: wholeNumberText(0, 2 ** 31 - 1).default(0),
})
export type PreachingFilter = z.output<typeof PreachingFilter>

const Version = wholeNumber(1, 2 ** 31 - 1)

const NewItem = z.strictObject({ uuid: Uuid.optional(), ...itemFields, ...fileFacts })
export type NewPreachingItem = z.output<typeof NewItem>

const ChangedItem = z.strictObject({ uuid: Uuid, version: Version.optional(), ...itemFields, ...fileFacts })
export type ChangedPreachingItem = z.output<typeof ChangedItem>

/**
 * `released` names the objects that the item pointed at before and that no item uses any more: they are
 * the caller's to delete from the store. The default poster is never among them, nor is what lies in the trash.
 */
const released = z.array(z.string())

export const preachingRoutes = {
  list: route('GET', '/preachingManagement', {
    summary: 'List the preaching items, one page at a time',
    query: PreachingFilter,
    answer: listOf(PreachingItem),
  }),
  years: route('GET', '/preachingManagement/years', {
    summary: 'The years of which there are preaching items, the latest first',
    answer: z.array(z.number().int()),
  }),
  find: route('GET', '/preachingManagement/item', {
    summary: 'One preaching item',
    query: z.strictObject({ uuid: Uuid }),
    answer: PreachingItemDetail,
    errors: ['not_found'],
  }),
  create: route('POST', '/preachingManagement', {
    summary: 'Publish a preaching item; repeated with the same uuid and content, it creates nothing new',
    who: 'sermons',
    body: NewItem,
    answer: z.object({ message: z.string(), uuid: z.uuid(), version: z.number().int() }),
    errors: ['already_exists'],
  }),
  update: route('PUT', '/preachingManagement', {
    summary: 'Change a preaching item; with a version, only if nobody else changed it since',
    who: 'sermons',
    body: ChangedItem,
    answer: z.object({ message: z.string(), uuid: z.uuid(), version: z.number().int(), released }),
    errors: ['not_found', 'changed_meanwhile'],
  }),
  remove: route('DELETE', '/preachingManagement', {
    summary: 'Delete a preaching item',
    who: 'delete',
    query: z.strictObject({ uuid: Uuid }),
    answer: z.object({ message: z.string(), released }),
    errors: ['not_found'],
  }),
}
