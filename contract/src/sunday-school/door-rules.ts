import type { Fields } from '../records/record-fields.ts'
import { ATTENDEE_FIELDS } from './attendee-record.ts'
import { ADULT_FIELDS } from './family-record.ts'

// The door: children who arrive, and to whom they are given back. No schema is here, so that the browser may load it.

/** The signs of a code: none that is taken for another one, and no vowels, so that they make no words. */
export const CODE_SIGNS = 'CDFGHJKMNPRTVWXY234679'
export const CODE_LENGTH = 4

/** Why a child was not taken in. */
export const ARRIVAL_REFUSALS = [
  'not_found',
  'not_today',
  'class_cancelled',
  'here_already',
  'in_another_class',
  'room_closed',
  'room_full',
  'too_few_adults',
] as const
export type ArrivalRefusal = (typeof ARRIVAL_REFUSALS)[number]

/** What somebody who holds `doorOverride` may decide otherwise, with a reason. */
export const OVERRIDABLE = ['room_closed', 'room_full', 'too_few_adults'] as const satisfies ArrivalRefusal[]

/** Why a child was not given back. */
export const HANDOVER_REFUSALS = [
  'not_found',
  'gone',
  'barred',
  'not_listed',
  'wrong_code',
  'second_needed',
] as const
export type HandoverRefusal = (typeof HANDOVER_REFUSALS)[number]

/** How a child was given back: with its code, seen by two members of staff, or by a decision with a reason. */
export const HANDOVER_WAYS = ['code', 'two_staff', 'override'] as const
export type HandoverWay = (typeof HANDOVER_WAYS)[number]

/** For so long the word of the first member of staff counts, in milliseconds. */
export const WITNESS_MS = 10 * 60_000
/** So long after its class ends a child who is still here is an alert, in minutes. */
export const LATE_MINUTES = 30
/** How long a class goes on that has no end, in minutes. */
export const USUAL_MINUTES = 90

/** Why somebody must look at what was done without a line. */
export const KEPT_ALERTS = ['given_twice', 'arrival_unsettled', 'giving_back_unsettled'] as const
export type KeptAlert = (typeof KEPT_ALERTS)[number]
/** So many codes are one device's own, for families who arrive without a line. */
export const RESERVED_CODES = 30
/** So many last digits of a telephone number a device keeps. */
export const KEPT_DIGITS = 4

export const MAX_DOOR_REASON = 300
/** How many children one family brings at once. */
export const MAX_ARRIVING = 30
/** How many families one search finds. */
export const MAX_FOUND = 12
/** At least so many letters or digits are searched for. */
export const MIN_DOOR_SEARCH = 2

/** What is asked about the adult and the children of a family who come for the first time. */
export const NEWCOMING_ADULT_FIELDS = {
  first_name: ADULT_FIELDS.first_name,
  last_name: ADULT_FIELDS.last_name,
  phone: { ...ADULT_FIELDS.phone, required: true },
} as const satisfies Fields
export const NEWCOMER_FIELDS = {
  first_name: ATTENDEE_FIELDS.first_name,
  last_name: ATTENDEE_FIELDS.last_name,
  birthdate: ATTENDEE_FIELDS.birthdate,
  allergies: ATTENDEE_FIELDS.allergies,
} as const satisfies Fields
