import { z } from 'zod'
import { DOOR_RIGHTS } from '../rules/rights.ts'
import { MAX_OPERATION_NUMBER } from '../sunday-school/claim-rules.ts'
import { ARRIVAL_REFUSALS, HANDOVER_REFUSALS, MAX_ARRIVING } from '../sunday-school/door-rules.ts'
import { Code, DoorCollector, DoorFamily } from './door.ts'
import { Id, Uuid, WrittenDay, wholeNumber } from './fields.ts'
import { route } from './route.ts'

/** What a device keeps so that children can arrive and be given back at it without a line. */
export const DoorBook = z.object({
  /** The church's day that it is for. */
  day: z.string(),
  /**
   * Whoever is on a roster of today or here, with brothers and sisters. Of a telephone number there are the last four digits.
   */
  families: z.array(DoorFamily),
  /** Who may collect these children, and who must not. */
  adults: z.array(DoorCollector),
  /** Codes that are this device's own for the day, and on no tag yet. */
  codes: z.array(z.string()),
})
export type DoorBook = z.output<typeof DoorBook>

const made = {
  /** 1, 2, 3 …, in the order in which this person has done it on this device. */
  number: wholeNumber(1, MAX_OPERATION_NUMBER),
  /** By the device's clock, in milliseconds; it is only shown. */
  made_at: wholeNumber(1, 8.64e15),
  /** The church's day of the book. */
  day: WrittenDay,
  /** The code on the tag that was given out, or shown. */
  code: Code,
}

export const DoorOperation = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('arrival'),
    ...made,
    request_id: Uuid,
    /** The family whose tag it is; absent for a child without one. */
    family_id: Id.optional(),
    /** The adult who brought them, of one of their families. */
    brought_by: Id.optional(),
    children: z
      .array(z.strictObject({ attendee_id: Id, class_id: Id }))
      .min(1)
      .max(MAX_ARRIVING)
      .meta({ description: `a list of 1 to ${MAX_ARRIVING} children and classes` }),
  }),
  z.strictObject({
    kind: z.literal('giving_back'),
    ...made,
    adult_id: Id,
    children: z
      .array(Id)
      .min(1)
      .max(MAX_ARRIVING)
      .meta({ description: `a list of 1 to ${MAX_ARRIVING} children` }),
  }),
])
export type DoorOperation = z.output<typeof DoorOperation>

const DoorOperationAnswer = z.object({
  number: z.number().int(),
  /** Whom it could not be done for as it was kept; each is an alert on the board. */
  refused: z.array(z.object({ attendee_id: Id, why: z.enum([...ARRIVAL_REFUSALS, ...HANDOVER_REFUSALS]) })),
})
export type DoorOperationAnswer = z.output<typeof DoorOperationAnswer>

/** As many operations as one call takes. */
const MAX_DOOR_OPERATIONS = 100

const device = Uuid

export const doorOfflineRoutes = {
  book: route('POST', '/door/book', {
    summary: 'What a device needs to work at the door without a line today, and codes of its own',
    who: DOOR_RIGHTS,
    body: z.strictObject({ device }),
    answer: DoorBook,
  }),
  sendKept: route('POST', '/door/operations', {
    summary:
      'Do what was done at the door without a line, in the order of its numbers; each number is answered once',
    who: DOOR_RIGHTS,
    body: z.strictObject({
      /** One that the browser has made for this person. */
      device,
      operations: z
        .array(DoorOperation)
        .min(1)
        .max(MAX_DOOR_OPERATIONS)
        .refine((all) => new Set(all.map(({ number }) => number)).size === all.length)
        .meta({
          description: `a list of 1 to ${MAX_DOOR_OPERATIONS} operations, each with a number of its own`,
        }),
    }),
    answer: z.object({ operations: z.array(DoorOperationAnswer) }),
  }),
}
