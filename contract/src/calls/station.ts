import { z } from 'zod'
import { MAX_ARRIVING } from '../sunday-school/door-rules.ts'
import { LABEL_KINDS, LABEL_SIZES } from '../sunday-school/label-rules.ts'
import { MAX_NUMBER, STATION_KINDS } from '../sunday-school/station-rules.ts'
import { MAX_PRINTING, Printed, printing } from './door-printers.ts'
import { Id, oneOf, text, Uuid } from './fields.ts'
import { route } from './route.ts'

// The calls of the stations themselves, with a key in place of a person's token. What they answer is shown to whoever
// stands there: never a last name, a telephone number, a birth date, a need, an allergy, or who must not collect.

/** What a station knows of itself and of the day. */
export const StationState = z.object({
  name: z.string(),
  kind: oneOf(STATION_KINDS),
  /** The church's wall clock. */
  now: z.string(),
  /** Whether families may take themselves in now. */
  open: z.boolean(),
  /** When they may next, today: `09:30`; null where they may now, or not today any more. */
  opens: z.string().nullable(),
  /** The church's printer that its labels come from. */
  printer: z
    .object({ name: z.string(), size: oneOf(LABEL_SIZES), kinds: z.array(oneOf(LABEL_KINDS)) })
    .nullable(),
  /** What its browser prints labels on. */
  paper: oneOf(LABEL_SIZES).nullable(),
})
export type StationState = z.output<typeof StationState>

/** A class that a child can go to. */
const StationClass = z.object({
  class_id: Id,
  title: z.string(),
  room: z.string(),
  /** `10:30`. */
  time: z.string(),
})

/** A child as a station shows it. */
export const StationChild = z.object({
  attendee_id: Id,
  first_name: z.string(),
  /** The classes of today on whose rosters it is, the next one first. */
  classes: z.array(StationClass),
  here: z.boolean(),
})
export type StationChild = z.output<typeof StationChild>

/** A child who has arrived, with what its label says. */
export const StationStay = z.object({
  stay_id: Id,
  attendee_id: Id,
  first_name: z.string(),
  class_title: z.string(),
  room: z.string(),
  day: z.string(),
  code: z.string(),
  /** By which the family is called on the public screen. */
  number: z.number().int(),
})
export type StationStay = z.output<typeof StationStay>

/** A whole telephone number, or that of a family's card; a part of one finds nobody. */
const number = text(MAX_NUMBER)
/** A station prints the labels of those who arrived, and nothing else. */
const stays = printing.stays.min(1).meta({ description: 'a list of 1 to 100 stays and codes' })
const CHECK_IN = ['station', 'selfStation'] as const

export const stationRoutes = {
  pair: route('POST', '/station/key', {
    summary: 'Become a station: exchange the secret of a link, once, for a key',
    who: 'pairing',
    answer: z.object({ key: z.string(), name: z.string(), kind: oneOf(STATION_KINDS) }),
  }),
  state: route('GET', '/station', {
    summary: 'What a station is, and whether families may take themselves in now',
    who: 'station',
    answer: StationState,
  }),
  called: route('GET', '/station/called', {
    summary: 'The numbers of the families whose parents are called now, the latest first, and nothing else',
    who: ['station', 'screenStation'],
    answer: z.object({ numbers: z.array(z.number().int()) }),
  }),
  find: route('POST', '/station/children', {
    summary:
      'Find the children of the families with a whole telephone number or a card, by their first names',
    who: CHECK_IN,
    body: z.strictObject({ number }),
    answer: z.object({ children: z.array(StationChild) }),
    errors: ['wrong_status'],
  }),
  arrive: route('POST', '/station/arrivals', {
    summary:
      'Take children of that number in, each into a class on whose roster it is; repeated with the same request_id, it changes nothing',
    who: CHECK_IN,
    body: z.strictObject({
      request_id: Uuid,
      number,
      children: z
        .array(z.strictObject({ attendee_id: Id, class_id: Id }))
        .min(1)
        .max(MAX_ARRIVING)
        .meta({ description: `a list of 1 to ${MAX_ARRIVING} children and classes` }),
    }),
    answer: z.object({
      stays: z.array(StationStay),
      /** Who was not taken in, for whatever reason: the desk sees to it. */
      desk: z.array(Id),
    }),
    errors: ['wrong_status'],
  }),
  print: route('POST', '/station/print', {
    summary:
      'Print labels at the printer of this station; repeated with the same request_id, it prints nothing twice',
    who: CHECK_IN,
    body: z.strictObject({ ...printing, stays }),
    answer: Printed,
    errors: ['not_found', 'changed_meanwhile'],
    maxBody: MAX_PRINTING,
  }),
}
