import { z } from 'zod'
import { LABEL_SIZES } from '../sunday-school/label-rules.ts'
import { MAX_STATION_NAME, STATION_KINDS } from '../sunday-school/station-rules.ts'
import { Id, IdText, line, oneOf } from './fields.ts'
import { route } from './route.ts'

/** In milliseconds since 1970; null while it has not happened. */
const Moment = z.number().int().nullable()

/** A device of the church at the door that nobody signs in at. */
export const DoorStation = z.object({
  id: Id,
  name: z.string(),
  kind: oneOf(STATION_KINDS),
  /** The printer that its labels come from; null where it has none, or it was deleted. */
  printer_id: Id.nullable(),
  /** What its browser prints labels on, if it has no printer; null where it prints none. */
  paper: oneOf(LABEL_SIZES).nullable(),
  made: z.number().int(),
  made_by: z.string(),
  paired: Moment,
  seen: Moment,
})
export type DoorStation = z.output<typeof DoorStation>

const fields = {
  name: line(MAX_STATION_NAME),
  printer_id: Id.nullable().default(null).meta({ description: 'the id of a printer, or null' }),
  paper: oneOf(LABEL_SIZES)
    .nullable()
    .default(null)
    .meta({ description: `one of ${LABEL_SIZES.join(', ')}, or null` }),
}
const Done = z.object({ message: z.string(), id: Id })

export const doorStationRoutes = {
  list: route('GET', '/door/stations', {
    summary: 'List the stations of the door, by name',
    who: 'administer',
    answer: z.array(DoorStation),
  }),
  create: route('POST', '/door/stations', {
    summary: 'Make a station, and the secret with which one device becomes it',
    who: 'administer',
    body: z.strictObject({ kind: oneOf(STATION_KINDS), ...fields }),
    answer: Done.extend({
      /** Exchanged once for the station's key, and never told again. */
      secret: z.string(),
      /** Until when, in milliseconds since 1970. */
      until: z.number().int(),
    }),
    errors: ['not_found'],
  }),
  update: route('PUT', '/door/stations', {
    summary: 'Change the name of a station, or where its labels print',
    who: 'administer',
    body: z.strictObject({ id: Id, ...fields }),
    answer: Done,
    errors: ['not_found'],
  }),
  remove: route('DELETE', '/door/stations', {
    summary: 'Delete a station; its key counts no more',
    who: 'administer',
    query: z.strictObject({ id: IdText }),
    answer: z.object({ message: z.string() }),
    errors: ['not_found'],
  }),
}
