import { z } from 'zod'
import { MAX_FOLLOW_UP_NOTE, MISS_LIMITS, OUTCOMES } from '../sunday-school/follow-up-rules.ts'
import { MAX_AT_ONCE } from '../sunday-school/sunday-school-rules.ts'
import { GREATEST, Id, IdText, oneOf, text, typedText, Uuid, WrittenDay, wholeNumber } from './fields.ts'
import { attendee_ids } from './rosters.ts'
import { route } from './route.ts'

const Person = z.object({ sub: z.string(), name: z.string() })

/** What somebody wrote down about asking after a child. */
export const FollowUpEntry = z.object({
  id: Id,
  /** By the church's clock, and the writer's name at the time. */
  day: z.string(),
  by: z.string(),
  /** Empty where it was only decided who looks after it. */
  outcome: z.enum(['', ...OUTCOMES]),
  note: z.string(),
  /** The day until which the child is left alone, with the outcome `later`; empty otherwise. */
  until_day: z.string(),
})
export type FollowUpEntry = z.output<typeof FollowUpEntry>

/**
 * A child after whom somebody should ask: it has missed a class so many times in a row, or was chosen to be asked after.
 */
export const FollowUpTask = z.object({
  attendee_id: Id,
  first_name: z.string(),
  last_name: z.string(),
  parent_contact: z.string(),
  /** The class that they have missed most often, and how often; none, an empty title and 0 for who was only chosen. */
  series_id: Id.nullable(),
  class_title: z.string(),
  missed: z.number().int(),
  /** When they were there last, in whichever class. */
  last_present: z.string().nullable(),
  /** Who looks after it, and until when: empty if nobody said. */
  assigned_to: Person.nullable(),
  due_day: z.string(),
  /** The day until which the child is left alone, while it is to come; empty otherwise. */
  until_day: z.string(),
  /** What was written since they stopped coming, or were chosen, the latest first. */
  entries: z.array(FollowUpEntry),
})
export type FollowUpTask = z.output<typeof FollowUpTask>

const day = z
  .union([z.literal(''), WrittenDay])
  .meta({ description: 'a date such as 2026-05-31, or nothing' })
const note = typedText(MAX_FOLLOW_UP_NOTE)
const assigned_to = text(100)

export const followUpRoutes = {
  list: route('GET', '/follow-up', {
    summary:
      'Who is to be asked after, by name: to Teachers in their own classes, to others all of whom they see more than the name',
    answer: z.object({
      tasks: z.array(FollowUpTask),
      /** The newest entry of any child, 0 for none. */
      newest: z.number().int(),
    }),
  }),
  find: route('GET', '/follow-up/child', {
    summary: 'Whether a child is to be asked after, and all that was written about it, the latest first',
    query: z.strictObject({ attendee_id: IdText }),
    answer: z.object({ task: FollowUpTask.nullable(), entries: z.array(FollowUpEntry) }),
    errors: ['not_found'],
  }),
  add: route('POST', '/follow-up', {
    summary: 'Write down what came of asking after a child, and who looks after it from now on',
    body: z.strictObject({
      request_id: Uuid,
      attendee_id: Id,
      /** The newest entry of the child that was seen, 0 for none. */
      seen: wholeNumber(0, GREATEST),
      outcome: oneOf(['', ...OUTCOMES] as const),
      note,
      assigned_to,
      due_day: day,
      until_day: day,
    }),
    answer: z.object({ message: z.string() }),
    errors: ['not_found', 'changed_meanwhile'],
  }),
  addSeveral: route('POST', '/follow-up/several', {
    summary:
      'Say who looks after asking after several children; repeated with the same request_id, it adds nothing new',
    body: z.strictObject({
      request_id: Uuid,
      attendee_ids,
      /** The newest entry of any child when this was begun: who has a newer one is left alone. */
      seen: wholeNumber(0, GREATEST),
      note,
      assigned_to,
      due_day: day,
    }),
    answer: z.object({
      message: z.string(),
      /** The entries that were written: what undoes it is to be done with these alone. */
      entries: z.array(Id),
      /** Those that were left alone: deleted, asked after by somebody else meanwhile, or in no class of the caller's. */
      left: z.array(z.object({ id: Id, why: z.enum(['not_found', 'changed_meanwhile', 'not_allowed']) })),
    }),
  }),
  undoSeveral: route('POST', '/follow-up/several/undo', {
    summary:
      'Take back own entries about several children, each unless something was written about the child since',
    body: z.strictObject({
      entries: z
        .array(Id)
        .min(1)
        .max(MAX_AT_ONCE)
        .meta({ description: `a list of 1 to ${MAX_AT_ONCE} ids of entries` }),
    }),
    answer: z.object({
      message: z.string(),
      /** The children whose entry is gone. */
      attendee_ids: z.array(Id),
    }),
  }),
  setLimit: route('PUT', '/classes/roster/limit', {
    summary: 'Say after how many absences in a row children of a series are asked after; 0 is never',
    body: z.strictObject({
      series_id: Id,
      miss_limit: z
        .int()
        .refine((limit) => MISS_LIMITS.some((one) => one === limit))
        .meta({ description: `one of ${MISS_LIMITS.join(', ')}` }),
    }),
    answer: z.object({ message: z.string() }),
    errors: ['not_found'],
  }),
}
