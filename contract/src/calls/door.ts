import { z } from 'zod'
import { MAX_SEARCH } from '../rules/list-rules.ts'
import { DOOR_RIGHTS } from '../rules/rights.ts'
import {
  ARRIVAL_REFUSALS,
  CODE_LENGTH,
  CODE_SIGNS,
  HANDOVER_REFUSALS,
  HANDOVER_WAYS,
  MAX_ARRIVING,
  MAX_DOOR_REASON,
  NEWCOMER_FIELDS,
  NEWCOMING_ADULT_FIELDS,
} from '../sunday-school/door-rules.ts'
import { COLLECT_RULES } from '../sunday-school/family-record.ts'
import { cleanText, Id, IdText, oneOf, text, Uuid } from './fields.ts'
import { CalledChild } from './parent-calls.ts'
import { schemasOf } from './record-schemas.ts'
import { RoomDetail } from './rooms.ts'
import { route } from './route.ts'

/** A code as it was typed: in whatever case, with spaces. */
export const Code = text(20)
  .transform((typed) => typed.toUpperCase().replace(/[\s-]/g, ''))
  .pipe(z.string().regex(new RegExp(`^[${CODE_SIGNS}]{${CODE_LENGTH}}$`)))
  .meta({ type: 'string', description: `a code of ${CODE_LENGTH} letters and digits` })
const Reason = cleanText(MAX_DOOR_REASON)
/** In milliseconds since 1970. */
const Moment = z.number().int()

/** A child's stay: from its arrival until it is given back. */
export const Stay = z.object({
  id: Id,
  attendee_id: Id,
  first_name: z.string(),
  last_name: z.string(),
  birthdate: z.string().nullable(),
  allergies: z.string(),
  needs: z.string(),
  /** The church's day on which it began. */
  day: z.string(),
  class_id: Id,
  /** Empty where the class was deleted meanwhile. */
  class_title: z.string(),
  room: z.string(),
  /** What the guardian's tag has: one for a family and a day. */
  code: z.string(),
  /** By which the family is called on the public screen; no secret, and one for a family and a day too. */
  number: z.number().int(),
  arrived: Moment,
  arrived_by: z.string(),
  /** Who brought the child; empty where nobody said. */
  brought_by: z.string(),
  /** Why it was taken in although its room was closed or full; empty otherwise. */
  reason: z.string(),
  /** Who of the staff has seen which adult without a tag, while that counts. */
  witness: z.object({ by: z.string(), own: z.boolean(), adult_id: Id, adult: z.string() }).nullable(),
  gone: z
    .object({ at: Moment, by: z.string(), to: z.string(), way: oneOf(HANDOVER_WAYS), reason: z.string() })
    .nullable(),
  /** Whether somebody ticked the child off in an evacuation. */
  accounted: z.boolean(),
})
export type Stay = z.output<typeof Stay>

/** A class of today, and how many of its children are where. */
export const DoorClass = z.object({
  class_id: Id,
  title: z.string(),
  session_datetime: z.string(),
  end_time: z.string().optional(),
  room: z.string(),
  room_detail: RoomDetail.optional(),
  cancelled: z.boolean(),
  /** How many adults were counted in the room; 0 while nobody has. */
  helpers: z.number().int(),
  /** On the roster. */
  expected: z.number().int(),
  arrived: z.number().int(),
  here: z.number().int(),
  gone: z.number().int(),
  /** How many adults the children who are here need. */
  adults_needed: z.number().int(),
})
export type DoorClass = z.output<typeof DoorClass>

/** Of an alert: about which child, since when, and who of the staff was there. */
const aboutChild = { id: Id, at: Moment, attendee_id: Id, child: z.string(), by: z.string() }

/** What the staff must look at: who was stopped, and who was not collected. */
export const DoorAlert = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('barred'),
    ...aboutChild,
    adult: z.string(),
  }),
  /** A child was given back by one device without a line after another had done so: the first giving-back stands. */
  z.object({
    kind: z.literal('given_twice'),
    ...aboutChild,
    adult: z.string(),
    first: z.object({ at: Moment, by: z.string(), to: z.string() }),
  }),
  /** A child came without a line into a class for which it is too many, or where it can't be recorded. */
  z.object({
    kind: z.literal('arrival_unsettled'),
    ...aboutChild,
    why: oneOf(ARRIVAL_REFUSALS),
    /** Empty where there is no such class any more. */
    class_title: z.string(),
  }),
  /** A child was given to an adult without a line, and is still here for all that is known. */
  z.object({
    kind: z.literal('giving_back_unsettled'),
    ...aboutChild,
    adult: z.string(),
    why: oneOf(HANDOVER_REFUSALS),
  }),
  z.object({ kind: z.literal('not_collected'), stay_id: Id, child: z.string(), since: z.string() }),
])
export type DoorAlert = z.output<typeof DoorAlert>

export const DoorBoard = z.object({
  /** The church's wall clock. */
  now: z.string(),
  classes: z.array(DoorClass),
  /** Of today, and whoever is here since before; by last name, then first. */
  stays: z.array(Stay),
  alerts: z.array(DoorAlert),
  /** The children whose parents are called. */
  called: z.array(CalledChild),
})
export type DoorBoard = z.output<typeof DoorBoard>

const DoorAdult = z.object({ id: Id, first_name: z.string(), last_name: z.string() })

/** A child who may arrive. */
export const DoorChild = z.object({
  attendee_id: Id,
  first_name: z.string(),
  last_name: z.string(),
  birthdate: z.string().nullable(),
  allergies: z.string(),
  needs: z.string(),
  /** The class of today on whose roster it is: the one that is on, or comes next; null where there is none. */
  class_id: Id.nullable(),
  /** Its stay, while it is here. */
  stay_id: Id.nullable(),
})
export type DoorChild = z.output<typeof DoorChild>

/** What a search found: a family, or a child that has none (`family_id` is null, and there are no adults). */
export const DoorFamily = z.object({
  family_id: Id.nullable(),
  name: z.string(),
  adults: z.array(DoorAdult.extend({ phone: z.string() })),
  children: z.array(DoorChild),
})
export type DoorFamily = z.output<typeof DoorFamily>

const Arrivals = z.object({
  /** The stays that there are now, those of an earlier try of this call among them. */
  stays: z.array(Stay),
  refused: z.array(
    z.object({
      attendee_id: Id,
      /** Empty where there is no such child. */
      name: z.string(),
      class_id: Id,
      why: oneOf(ARRIVAL_REFUSALS),
      /** The class that the child is in, where that is the reason. */
      other_class: z.string().optional(),
    }),
  ),
})
export type Arrivals = z.output<typeof Arrivals>

/** An adult who may be handed the children who are here, by child. */
export const DoorCollector = DoorAdult.extend({
  rules: z.array(z.object({ attendee_id: Id, rule: oneOf(COLLECT_RULES) })),
})
export type DoorCollector = z.output<typeof DoorCollector>

const Handovers = z.object({
  given: z.array(Stay),
  refused: z.array(z.object({ stay_id: Id, why: oneOf(HANDOVER_REFUSALS), stay: Stay.nullable() })),
})
export type Handovers = z.output<typeof Handovers>

const stay_ids = z
  .array(Id)
  .min(1)
  .max(MAX_ARRIVING)
  .meta({ description: `a list of 1 to ${MAX_ARRIVING} stays` })

const OneStay = z.object({ message: z.string(), stay: Stay })
const Done = z.object({ message: z.string() })

export const doorRoutes = {
  board: route('GET', '/door', {
    summary: 'The classes of today, and which children have arrived, are here and are gone',
    who: DOOR_RIGHTS,
    answer: DoorBoard,
  }),
  find: route('GET', '/door/families', {
    summary: 'Find families by digits of a telephone number or by a name, and children who have none by name',
    who: DOOR_RIGHTS,
    query: z.strictObject({ search: text(MAX_SEARCH) }),
    answer: z.object({ families: z.array(DoorFamily), more: z.boolean() }),
  }),
  arrive: route('POST', '/door/arrivals', {
    summary:
      'Take children in, each into a class of today, and mark them present; repeated with the same request_id, it changes nothing',
    who: DOOR_RIGHTS,
    body: z.strictObject({
      request_id: Uuid,
      /** The adult who brought them, of one of their families. */
      brought_by: Id.optional(),
      children: z
        .array(z.strictObject({ attendee_id: Id, class_id: Id }))
        .min(1)
        .max(MAX_ARRIVING)
        .meta({ description: `a list of 1 to ${MAX_ARRIVING} children and classes` }),
      /** Why they are taken in although a room is closed or full; only with the right `doorOverride`. */
      reason: Reason,
    }),
    answer: Arrivals,
  }),
  arriveNew: route('POST', '/door/newcomers', {
    summary:
      'Add a family with an adult and children, and take them in; repeated with the same request_id, it adds nothing new',
    who: [...DOOR_RIGHTS, 'children'],
    body: z.strictObject({
      request_id: Uuid,
      adult: z
        .strictObject(schemasOf(NEWCOMING_ADULT_FIELDS))
        .meta({ description: 'an adult with a name and a telephone number' }),
      children: z
        .array(z.strictObject({ request_id: Uuid, ...schemasOf(NEWCOMER_FIELDS), class_id: Id }))
        .min(1)
        .max(MAX_ARRIVING)
        .meta({ description: `a list of 1 to ${MAX_ARRIVING} children and classes` }),
      reason: Reason,
    }),
    answer: Arrivals,
  }),
  move: route('PUT', '/door/stays', {
    summary: 'Move a child who is here to another class; its code stays',
    who: DOOR_RIGHTS,
    body: z.strictObject({ stay_id: Id, class_id: Id, reason: Reason }),
    answer: z.object({ stay: Stay.nullable(), why: oneOf(ARRIVAL_REFUSALS).nullable() }),
    errors: ['not_found', 'changed_meanwhile'],
  }),
  undoArrival: route('DELETE', '/door/stays', {
    summary: 'Take back that a child has arrived, and its mark with it, if nobody has changed that since',
    who: DOOR_RIGHTS,
    query: z.strictObject({ stay_id: IdText }),
    answer: Done,
    errors: ['not_found', 'changed_meanwhile'],
  }),
  findToCollect: route('GET', '/door/collect', {
    summary:
      'The children of a code who are here, or one child and its brothers and sisters, and who may collect them',
    who: DOOR_RIGHTS,
    query: z.strictObject({ code: Code.optional(), stay_id: IdText.optional() }),
    answer: z.object({ stays: z.array(Stay), adults: z.array(DoorCollector) }),
    errors: ['not_found'],
  }),
  witness: route('POST', '/door/witness', {
    summary:
      'Say as the first of two members of staff that this adult is here for the children, and has no tag',
    who: DOOR_RIGHTS,
    body: z.strictObject({ stay_ids, adult_id: Id }),
    answer: Handovers,
  }),
  handOver: route('POST', '/door/handovers', {
    summary:
      'Give children back to an adult: with their code, or as the second of two members of staff. The first giving-back stands',
    who: DOOR_RIGHTS,
    body: z.strictObject({
      stay_ids,
      /** An adult of the children's families. */
      adult_id: Id.optional(),
      /** Or somebody else by name, which only a decision with a reason allows. */
      name: cleanText(240),
      code: Code.optional(),
      /** Why they are given to somebody who is not listed, or barred; only with the right `doorOverride`. */
      reason: Reason,
    }),
    answer: Handovers,
  }),
  undoHandover: route('DELETE', '/door/handovers', {
    summary: 'Take back that a child was given back: it is still here',
    who: DOOR_RIGHTS,
    query: z.strictObject({ stay_id: IdText }),
    answer: OneStay,
    errors: ['not_found', 'changed_meanwhile'],
  }),
  renewCode: route('POST', '/door/codes', {
    summary: 'Give the family of a child another code, since its tag was lost; the old one counts no more',
    who: DOOR_RIGHTS,
    body: z.strictObject({
      stay_id: Id,
      /** The code that is lost: renewed by somebody else meanwhile, it is not renewed again. */
      lost: Code,
    }),
    answer: OneStay,
    errors: ['not_found'],
  }),
  closeAlert: route('PUT', '/door/alerts', {
    summary: 'Say that somebody has seen to a barred person at the door',
    who: DOOR_RIGHTS,
    body: z.strictObject({ id: Id }),
    answer: Done,
    errors: ['not_found'],
  }),
  account: route('PUT', '/door/evacuation', {
    summary: 'Tick children off the list of who is in the building, or take their ticks back',
    who: DOOR_RIGHTS,
    body: z.strictObject({
      stay_ids: z.array(Id).min(1).max(1000).meta({ description: 'a list of 1 to 1000 stays' }),
      accounted: z.boolean().meta({ description: 'true or false' }),
    }),
    answer: Done,
  }),
}
