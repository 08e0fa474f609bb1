import { z } from 'zod'
import { WAVEFORM_LENGTH, WAVEFORM_TEXT } from '../files/sound-rules.ts'
import { LIBRARY_FIELDS, LIBRARY_TEXTS, PREACHING_FIELDS, STATE_FIELD } from '../records/preaching-record.ts'
import { DIRECTIONS, MAX_SEARCH } from '../rules/list-rules.ts'
import {
  DEFAULT_LANGUAGE_ID,
  MAX_SEVERAL,
  PREACHING_FILTERS,
  PREACHING_ORDERS,
  PREACHING_PAGE_SIZE,
  SERMON_STATES,
} from '../rules/preaching-rules.ts'
import { IMAGE_PREFIX, MEDIA_PREFIX } from '../sermons/media.ts'
import { GREATEST, Id, oneOf, text, Uuid, wholeNumber, wholeNumberText } from './fields.ts'
import { filterSchemas } from './filter-schemas.ts'
import { LastChange } from './last-change.ts'
import { listOf } from './list-answer.ts'
import { answersOf, keptWhenLeftOut, schemasOf } from './record-schemas.ts'
import { route } from './route.ts'

/** Room for a transcript of two hours and everything else. */
const MAX_BODY = 2 * 1024 * 1024

/**
 * Without a state an item is published. An update that leaves out another of the library's fields keeps what the item
 * has there.
 */
const itemFields = {
  ...schemasOf({ ...PREACHING_FIELDS, ...STATE_FIELD }),
  ...keptWhenLeftOut(LIBRARY_FIELDS),
}

/** What the console measures in a recording's sound. */
const Sound = z
  .strictObject({
    /** Integrated, in LUFS. */
    loudness: z.number().min(-70).max(20).meta({ description: 'a number from -70 to 20' }),
    /** The true peak, in dBTP. */
    peak: z.number().min(-100).max(20).meta({ description: 'a number from -100 to 20' }),
    /** Peaks in pieces of equal length, a byte each. */
    waveform: z
      .string()
      .length(WAVEFORM_TEXT)
      .regex(/^[A-Za-z0-9+/]*={0,2}$/)
      .meta({ description: `${WAVEFORM_LENGTH} bytes in base64` }),
  })
  .meta({ description: 'a loudness, a peak and a waveform' })
export type Sound = z.output<typeof Sound>

/**
 * What the console finds out from the files of an item. An update that leaves one out keeps it, unless it names another
 * recording or another poster.
 */
const fileFacts = {
  /** In seconds; 0 when it is not known. */
  duration: wholeNumber(0, GREATEST).optional(),
  small_poster_path: schemasOf({
    small_poster_path: { kind: 'path', prefix: IMAGE_PREFIX, required: true },
  }).small_poster_path.optional(),
  sound: Sound.optional(),
  /** The audio file that feeds have in place of the recording, and players of an audio one. */
  audio_path: schemasOf({
    audio_path: { kind: 'path', prefix: MEDIA_PREFIX, required: true },
  }).audio_path.optional(),
}

/** A recording as the API answers it. */
export const PreachingItem = z.object({
  uuid: z.uuid(),
  ...answersOf(PREACHING_FIELDS),
  presenterName: z.string(),
  category: z.string(),
  language: z.string(),
  /** Grows with every change; sent back with PUT, it makes the server refuse to overwrite someone else's. */
  version: z.number().int(),
  /** In seconds; absent when it is not known. */
  duration: z.number().int().optional(),
  /** The poster at the width of a list; absent where there is none. */
  small_poster_path: z.string().optional(),
  /** What feeds have in place of the recording, and players of an audio one; absent where there is none. */
  audio_path: z.string().optional(),
  state: z.enum(SERMON_STATES),
  /** When a scheduled item comes out, by the church's clock. */
  publish_at: z.string().optional(),
  series_id: Id.optional(),
  series: z.string().optional(),
})
export type PreachingItem = z.output<typeof PreachingItem>

/** An item with all that the library has of it. */
export const PreachingItemDetail = PreachingItem.extend({
  last_change: LastChange,
  ...answersOf(LIBRARY_TEXTS),
  /** How the passages were understood, in the sermon's language; empty if a part of them was not understood. */
  passages_read: z.string(),
  topics: z.array(z.object({ id: Id, topic: z.string() })),
  speakers: z.array(z.object({ preacher_id: Id, presenterName: z.string(), part: z.string() })),
  ...answersOf({ attachments: LIBRARY_FIELDS.attachments, transcript: LIBRARY_FIELDS.transcript }),
  /** Absent where nothing was measured. */
  sound: Sound.optional(),
})
export type PreachingItemDetail = z.output<typeof PreachingItemDetail>

export const PreachingFilter = z.strictObject({
  search: text(MAX_SEARCH).optional(),
  ...filterSchemas(PREACHING_FILTERS),
  orderBy: oneOf(PREACHING_ORDERS).default('date'),
  direction: oneOf(DIRECTIONS).default('DESC'),
  limit: wholeNumberText(1, 100).default(PREACHING_PAGE_SIZE),
  offset: wholeNumberText(0, GREATEST).default(0),
})
export type PreachingFilter = z.output<typeof PreachingFilter>

const Version = wholeNumber(1, GREATEST)

const NewItem = z.strictObject({ uuid: Uuid.optional(), ...itemFields, ...fileFacts })
export type NewPreachingItem = z.output<typeof NewItem>

const ChangedItem = z.strictObject({ uuid: Uuid, version: Version.optional(), ...itemFields, ...fileFacts })
export type ChangedPreachingItem = z.output<typeof ChangedItem>

/** What is to become of one of several items; a field that is left out stays. */
const Change = z.strictObject({
  uuid: Uuid,
  /** With it, the item is changed only if nobody else has changed it since. */
  version: Version.optional(),
  ...keptWhenLeftOut({
    preacher_id: PREACHING_FIELDS.preacher_id,
    preaching_category_id: PREACHING_FIELDS.preaching_category_id,
    ...STATE_FIELD,
    publish_at: LIBRARY_FIELDS.publish_at,
    series_id: LIBRARY_FIELDS.series_id,
    /** All of them. */
    topics: LIBRARY_FIELDS.topics,
    speakers: LIBRARY_FIELDS.speakers,
    /** Those that are added to the others, and those that are removed. */
    add_topics: LIBRARY_FIELDS.topics,
    remove_topics: LIBRARY_FIELDS.topics,
  }),
})
export type SermonChange = z.output<typeof Change>

/** Those that were left alone: deleted meanwhile, or changed by somebody else. */
const left = z.array(
  z.object({ uuid: z.uuid(), title: z.string(), why: z.enum(['not_found', 'changed_meanwhile']) }),
)

/**
 * `released` names the objects that the item pointed at before and that no item uses any more: the caller has to delete
 * them from the store. The default poster and the trash's objects are never among them.
 */
const released = z.array(z.string())

function several<Item extends z.ZodType>(item: Item) {
  return z
    .array(item)
    .min(1)
    .max(MAX_SEVERAL)
    .meta({ description: `a list of 1 to ${MAX_SEVERAL}` })
}

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
  readPassages: route('GET', '/preachingManagement/passages', {
    summary: 'How passages of the Bible are understood that somebody has typed',
    query: z.strictObject({
      text: text(LIBRARY_FIELDS.passages.max),
      language_id: wholeNumberText(1, GREATEST).default(DEFAULT_LANGUAGE_ID),
    }),
    answer: z.object({
      read: z.string(),
      /** The pieces that were not understood. */
      unread: z.array(z.string()),
    }),
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
    maxBody: MAX_BODY,
    answer: z.object({ message: z.string(), uuid: z.uuid(), version: z.number().int() }),
    errors: ['already_exists'],
  }),
  update: route('PUT', '/preachingManagement', {
    summary: 'Change a preaching item; with a version, only if nobody else changed it since',
    who: 'sermons',
    body: ChangedItem,
    maxBody: MAX_BODY,
    answer: z.object({ message: z.string(), uuid: z.uuid(), version: z.number().int(), released }),
    errors: ['not_found', 'changed_meanwhile'],
  }),
  changeSeveral: route('PUT', '/preachingManagement/several', {
    summary:
      'Change several preaching items at once; those that are gone, or changed by others, are left alone and named',
    who: 'sermons',
    body: z.strictObject({ changes: several(Change) }),
    answer: z.object({
      message: z.string(),
      /** The changes that undo it, to be sent with the same call. */
      undo: z.array(Change),
      left,
    }),
  }),
  removeSeveral: route('POST', '/preachingManagement/several/delete', {
    summary: 'Delete several preaching items at once; those that are gone are left alone and named',
    who: 'delete',
    body: z.strictObject({ uuids: several(Uuid) }),
    answer: z.object({ message: z.string(), deleted: z.array(z.uuid()), left }),
  }),
  remove: route('DELETE', '/preachingManagement', {
    summary: 'Delete a preaching item',
    who: 'delete',
    query: z.strictObject({ uuid: Uuid }),
    answer: z.object({ message: z.string(), released }),
    errors: ['not_found'],
  }),
}
