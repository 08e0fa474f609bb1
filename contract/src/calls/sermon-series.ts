import { z } from 'zod'
import { SERIES_FIELDS } from '../records/preaching-record.ts'
import { GREATEST, Id, IdText, wholeNumber } from './fields.ts'
import { answersOf, schemasOf } from './record-schemas.ts'
import { route } from './route.ts'

/** A series of sermons, with how many it has. */
export const SermonSeries = z.object({
  id: Id,
  ...answersOf(SERIES_FIELDS),
  /** Grows with every change; sent back with PUT, it makes the server refuse to overwrite someone else's. */
  version: z.number().int(),
  items: z.number().int(),
})
export type SermonSeries = z.output<typeof SermonSeries>

const fields = schemasOf(SERIES_FIELDS)
const Saved = z.object({ message: z.string(), id: Id, version: z.number().int() })
/** The objects that nothing uses any more: the caller has to delete them from the store. */
const released = z.array(z.string())

export const sermonSeriesRoutes = {
  list: route('GET', '/sermonSeries', {
    summary: 'List the series of sermons, by name, with how many items each has',
    answer: z.array(SermonSeries),
  }),
  create: route('POST', '/sermonSeries', {
    summary: 'Add a series of sermons',
    who: 'sermons',
    body: z.strictObject(fields),
    answer: Saved,
    errors: ['name_taken'],
  }),
  update: route('PUT', '/sermonSeries', {
    summary: 'Change a series of sermons; with a version, only if nobody else changed it since',
    who: 'sermons',
    body: z.strictObject({ id: Id, version: wholeNumber(1, GREATEST).optional(), ...fields }),
    answer: Saved.extend({ released }),
    errors: ['not_found', 'name_taken', 'changed_meanwhile'],
  }),
  remove: route('DELETE', '/sermonSeries', {
    summary: 'Delete a series that has no items',
    who: 'sermons',
    query: z.strictObject({ id: IdText }),
    answer: z.object({ message: z.string(), released }),
    errors: ['not_found', 'in_use'],
  }),
  merge: route('POST', '/sermonSeries/merge', {
    summary: 'Give the items of one series to another one and delete the first',
    who: 'sermons',
    body: z.strictObject({ id: Id, into: Id }),
    answer: z.object({ message: z.string(), moved: z.number().int(), released }),
    errors: ['not_found'],
  }),
}
