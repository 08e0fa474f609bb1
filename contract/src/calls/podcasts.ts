import { z } from 'zod'
import { PODCAST_FIELDS, PODCAST_KINDS, PODCAST_PROBLEMS } from '../records/podcast-record.ts'
import { GREATEST, Id, IdText, oneOf, Uuid, wholeNumber } from './fields.ts'
import { schemasOf } from './record-schemas.ts'
import { route } from './route.ts'

const Kind = oneOf(PODCAST_KINDS)
/** The id of the series, the presenter or the language; 0 for all sermons. */
const OfId = wholeNumber(0, GREATEST)

/** A podcast, where its feed is, and what is wrong with it. */
export const Podcast = z.object({
  id: Id,
  kind: Kind,
  of_id: z.number().int(),
  /** What the series, the speaker or the language is called; empty for all sermons. */
  of: z.string(),
  title: z.string(),
  description: z.string(),
  author: z.string(),
  email: z.string(),
  /** Empty without a picture. */
  artwork_path: z.string(),
  /** The address of its feed elsewhere; empty for one that is here. */
  moved_to: z.string(),
  /** Grows with every change; sent back with PUT, it makes the server refuse to overwrite someone else's. */
  version: z.number().int(),
  /** The address of its feed. */
  address: z.string(),
  /** How many sermons the feed has. */
  sermons: z.number().int(),
  problems: z.array(oneOf(PODCAST_PROBLEMS)),
  /** The sermons that are left out, or shown badly, and why; the first hundred. */
  refused: z.array(z.object({ uuid: Uuid, title: z.string(), problem: oneOf(PODCAST_PROBLEMS) })),
})
export type Podcast = z.output<typeof Podcast>

const fields = schemasOf(PODCAST_FIELDS)
const Saved = z.object({ message: z.string(), id: Id, version: z.number().int() })
/** The objects that nothing uses any more: the caller has to delete them from the store. */
const released = z.array(z.string())

export const podcastRoutes = {
  list: route('GET', '/podcasts', {
    summary: 'List the podcasts with the addresses of their feeds, and what would be refused of them',
    who: 'administer',
    answer: z.array(Podcast),
  }),
  create: route('POST', '/podcasts', {
    summary: 'Add a podcast of a series, a speaker or a language',
    who: 'administer',
    body: z.strictObject({ kind: Kind, of_id: OfId, ...fields }),
    answer: Saved,
    errors: ['not_found', 'already_exists'],
  }),
  update: route('PUT', '/podcasts', {
    summary: 'Change what is said of a podcast; with a version, only if nobody else changed it since',
    who: 'administer',
    body: z.strictObject({ id: Id, version: wholeNumber(1, GREATEST).optional(), ...fields }),
    answer: Saved.extend({ released }),
    errors: ['not_found', 'changed_meanwhile'],
  }),
  remove: route('DELETE', '/podcasts', {
    summary: 'Remove a podcast; that of all sermons stays',
    who: 'administer',
    query: z.strictObject({ id: IdText }),
    answer: z.object({ message: z.string(), released }),
    errors: ['not_found', 'in_use'],
  }),
}
