import { z } from 'zod'
import { MAX_NAME, SERMON_STATES } from '../rules/preaching-rules.ts'
import {
  MAX_IMPORTED_SERMONS,
  SERMON_IMPORT_REASONS,
  SERMON_IMPORT_ROW_STATES,
  SERMON_IMPORT_STATES,
} from '../rules/sermon-import-rules.ts'
import { SERMON_SOURCES, SOURCES_READ } from '../sermon-sources/source-sermon.ts'
import { GREATEST, Id, IdText, line, oneOf, text, wholeNumber, wholeNumberText } from './fields.ts'
import { route } from './route.ts'
import { SourceSermonSchema } from './source-sermon-schema.ts'

/** Thousands of sermons with their descriptions. */
const MAX_BODY = 48 * 1024 * 1024

const counts = z.object(
  Object.fromEntries(SERMON_IMPORT_ROW_STATES.map((state) => [state, z.number().int()])) as Record<
    (typeof SERMON_IMPORT_ROW_STATES)[number],
    z.ZodNumber
  >,
)

const Import = z.object({
  id: Id,
  source: oneOf(SERMON_SOURCES),
  /** The name that the file or the feed gives itself, or where it is. */
  name: z.string(),
  /** In milliseconds since 1970. */
  at: z.number().int(),
  by: z.string(),
  state: oneOf(SERMON_IMPORT_STATES),
  counts,
})
export type SermonImport = z.output<typeof Import>

const Row = z.object({
  position: z.number().int(),
  state: oneOf(SERMON_IMPORT_ROW_STATES),
  why: oneOf(SERMON_IMPORT_REASONS).optional(),
  title: z.string(),
  /** By the church's clock; empty when it is not known. */
  event_datetime: z.string(),
  speakers: z.array(z.string()),
  /** Where its recording is: an address, or a path of the store. */
  recording: z.string(),
  /** The sermon that it became, or that is there already. */
  uuid: z.uuid().optional(),
})
export type SermonImportRow = z.output<typeof Row>

const place = wholeNumber(0, MAX_IMPORTED_SERMONS - 1)
const places = z
  .array(place)
  .max(MAX_IMPORTED_SERMONS)
  .meta({ description: `a list of at most ${MAX_IMPORTED_SERMONS} places` })

const Choices = z
  .strictObject({
    /** Whom the names mean: several names of one person have one name of ours. */
    speakers: z
      .array(z.strictObject({ name: text(300), as: line(MAX_NAME) }))
      .max(MAX_IMPORTED_SERMONS)
      .meta({ description: 'a list of names' }),
    /** For sermons that don't say their language, category or speaker. */
    language_id: Id,
    preaching_category_id: Id,
    preacher_id: Id,
    /** Sermons that were not published where they come from come in as drafts all the same. */
    state: oneOf(SERMON_STATES.filter((state) => state !== 'scheduled')),
    /** New ones that are left out, and ones like another that come in all the same. */
    leave_out: places,
    take: places,
  })
  .meta({ description: 'what was chosen, as an object' })
export type SermonImportChoices = z.output<typeof Choices>

const Made = z.object({ id: Id })

export const sermonImportRoutes = {
  list: route('GET', '/sermonImports', {
    summary: 'The imports of sermons of the last thirty days, the latest first',
    who: 'administer',
    answer: z.array(Import),
  }),
  find: route('GET', '/sermonImports/one', {
    summary: 'An import of sermons: who speaks in it, and a page of its sermons',
    who: 'administer',
    query: z.strictObject({
      id: IdText,
      state: oneOf(SERMON_IMPORT_ROW_STATES).optional(),
      limit: wholeNumberText(1, 200).default(50),
      offset: wholeNumberText(0, GREATEST).default(0),
    }),
    answer: Import.extend({
      /** The speakers, each with the presenter they seem to be, or else by their own name. */
      speakers: z.array(
        z.object({
          name: z.string(),
          sermons: z.number().int(),
          as: z.string(),
          /** Others that may be the same person. */
          alike: z.array(z.string()),
        }),
      ),
      rows: z.array(Row),
      totalCount: z.number().int(),
    }),
    errors: ['not_found'],
  }),
  read: route('POST', '/sermonImports', {
    summary: 'Begin an import with what was read from files; nothing comes in before it is started',
    who: 'administer',
    maxBody: MAX_BODY,
    body: z.strictObject({
      source: oneOf(SOURCES_READ),
      name: text(255),
      sermons: z
        .array(SourceSermonSchema)
        .min(1)
        .max(MAX_IMPORTED_SERMONS)
        .meta({ description: `a list of 1 to ${MAX_IMPORTED_SERMONS} sermons` }),
    }),
    answer: Made,
  }),
  readPodcast: route('POST', '/sermonImports/podcast', {
    summary: 'Begin an import with the feed of a podcast, which the server fetches',
    who: 'administer',
    body: z.strictObject({ address: line(2000) }),
    answer: Made,
  }),
  readStore: route('POST', '/sermonImports/store', {
    summary: 'Begin an import with the recordings of the store that no sermon has',
    who: 'administer',
    answer: Made,
  }),
  start: route('POST', '/sermonImports/start', {
    summary: 'Start an import, or go on with one that was stopped or in which something failed',
    who: 'administer',
    body: z.strictObject({ id: Id, choices: Choices.optional() }),
    answer: z.object({ message: z.string() }),
    errors: ['not_found', 'changed_meanwhile'],
  }),
  stop: route('POST', '/sermonImports/stop', {
    summary: 'Stop an import; what has come in stays',
    who: 'administer',
    body: z.strictObject({ id: Id }),
    answer: z.object({ message: z.string() }),
    errors: ['not_found'],
  }),
  undo: route('POST', '/sermonImports/undo', {
    summary: 'Undo an import: its sermons go to the trash, but for those that were changed since',
    who: 'administer',
    body: z.strictObject({ id: Id }),
    answer: z.object({
      removed: z.number().int(),
      kept: z.array(z.object({ uuid: z.uuid(), title: z.string() })),
    }),
    errors: ['not_found', 'changed_meanwhile'],
  }),
  remove: route('DELETE', '/sermonImports', {
    summary: 'Remove an import that was not started',
    who: 'administer',
    query: z.strictObject({ id: IdText }),
    answer: z.object({ message: z.string() }),
    errors: ['not_found', 'changed_meanwhile'],
  }),
}
