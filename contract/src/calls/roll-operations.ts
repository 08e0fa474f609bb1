import { z } from 'zod'
import { GUEST_FIELDS } from '../sunday-school/attendee-record.ts'
import { CLAIM_REASONS, MAX_OPERATION_NUMBER, OPERATION_OUTCOMES } from '../sunday-school/claim-rules.ts'
import { MAX_AT_ONCE, MAX_COMMENT, MAX_REASON, ROLL_STATES } from '../sunday-school/sunday-school-rules.ts'
import { RollMark, revision } from './attendance.ts'
import { cleanText, GREATEST, Id, typedText, Uuid, WallClock, WrittenDay, wholeNumber } from './fields.ts'
import { schemasOf } from './record-schemas.ts'
import { route } from './route.ts'

/** 500 guests, each with all that can be typed. */
const MAX_BODY = 2 * 1024 * 1024

const made = {
  /** 1, 2, 3 …, in the order in which this person has done it on this device. */
  number: wholeNumber(1, MAX_OPERATION_NUMBER),
  /** By the device's clock, in milliseconds; it is only shown. */
  made_at: wholeNumber(0, 8.64e15),
}
/** A class, and its time as the person saw it: if the class was moved since, this becomes a claim. */
const inClass = { class_id: Id, session_datetime: WallClock.optional() }
/** A child, by its id or by the `request_id` of the operation that adds it. */
const ofChild = { attendee_id: Id.optional(), request_id: Uuid.optional() }
/** The version of the mark that the person had before their eyes when they did it. */
const seen = wholeNumber(0, GREATEST)

export const Operation = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('mark'),
      ...made,
      ...inClass,
      ...ofChild,
      state: z.enum(ROLL_STATES),
      seen,
    }),
    z.strictObject({
      kind: z.literal('comment'),
      ...made,
      ...inClass,
      ...ofChild,
      comment: typedText(MAX_COMMENT),
      seen,
    }),
    z.strictObject({
      kind: z.literal('guest'),
      ...made,
      ...inClass,
      request_id: Uuid,
      ...schemasOf(GUEST_FIELDS),
    }),
    z.strictObject({
      kind: z.literal('absence'),
      ...made,
      ...ofChild,
      from_day: WrittenDay,
      until_day: WrittenDay,
      reason: cleanText(MAX_REASON),
    }),
  ])
  .refine((one) => one.kind === 'guest' || (one.attendee_id === undefined) !== (one.request_id === undefined))
  .refine((one) => one.kind !== 'absence' || one.from_day <= one.until_day)
export type Operation = z.output<typeof Operation>

/** What became of one operation; the same operation again gets the same outcome. */
export const OperationAnswer = z.object({
  number: z.number().int(),
  outcome: z.enum(OPERATION_OUTCOMES),
  /** Why it is a claim. */
  reason: z.enum(CLAIM_REASONS).optional(),
  /** The child, once there is one: that of a guest, and that into which another entry was merged. */
  attendee_id: Id.optional(),
  /** The child's mark in the class as it is now, if there is such a class and this person may see it. */
  mark: RollMark.optional(),
})
export type OperationAnswer = z.output<typeof OperationAnswer>

export const rollOperationRoutes = {
  send: route('POST', '/attendance/operations', {
    summary:
      'Do what was done on a device without a line, in the order of its numbers; each number is answered once',
    body: z.strictObject({
      /** One that the browser has made for this person. */
      device: Uuid,
      operations: z
        .array(Operation)
        .min(1)
        .max(MAX_AT_ONCE)
        .refine((all) => new Set(all.map(({ number }) => number)).size === all.length)
        .meta({
          description: `a list of 1 to ${MAX_AT_ONCE} operations, each with a number of its own`,
        }),
    }),
    answer: z.object({
      operations: z.array(OperationAnswer),
      /** Each class named that this person may see: the revision on which this was done, and the one it led to. */
      classes: z.array(z.object({ class_id: Id, before: revision, revision })),
    }),
    maxBody: MAX_BODY,
  }),
}
