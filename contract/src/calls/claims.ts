import { z } from 'zod'
import { CLAIM_REASONS, OPERATION_KINDS, SETTLEMENTS } from '../sunday-school/claim-rules.ts'
import { ROLL_STATES } from '../sunday-school/sunday-school-rules.ts'
import { RollMark } from './attendance.ts'
import { GREATEST, Id, IdText, oneOf, wholeNumber } from './fields.ts'
import { route } from './route.ts'

/** What somebody did without a line and what could not be done, until a person settles it. It counts nowhere. */
export const Claim = z.object({
  id: Id,
  version: z.number().int(),
  kind: z.enum(OPERATION_KINDS),
  reason: z.enum(CLAIM_REASONS),
  /** Without a class, it is a planned absence. */
  class_id: Id.optional(),
  class_title: z.string(),
  session_datetime: z.string(),
  /** Left out where the child is not there, and for a guest. */
  attendee_id: Id.optional(),
  /** Empty for a child that was erased. */
  first_name: z.string(),
  last_name: z.string(),
  wanted: z.object({
    state: z.enum(ROLL_STATES).optional(),
    /** A comment; the reason of an absence. */
    text: z.string().optional(),
    from_day: z.string().optional(),
    until_day: z.string().optional(),
    parent_contact: z.string().optional(),
    allergies: z.string().optional(),
  }),
  /** Who wanted it, when by the clock of their device, and when it came; both in milliseconds. */
  by: z.string(),
  made_at: z.number().int(),
  arrived_at: z.number().int(),
  /** What there was when it came, and who had set that; empty where nobody knows. */
  there: z.object({ state: z.enum(ROLL_STATES), comment: z.string(), by: z.string() }).optional(),
  /** What is there now. */
  now: RollMark.optional(),
  /** Whether the one who asks may settle it: others see what they wanted themselves. */
  may_settle: z.boolean(),
  /** The child is known to them by name alone: texts are empty. */
  names_only: z.boolean(),
})
export type Claim = z.output<typeof Claim>

export const claimRoutes = {
  list: route('GET', '/attendance/claims', {
    summary:
      'What nobody has settled yet, the newest first, at most a hundred: of the classes of the one who asks, and their own',
    query: z.strictObject({ class_id: IdText.optional() }),
    answer: z.array(Claim),
  }),
  settle: route('PUT', '/attendance/claims', {
    summary: 'Settle a claim: do what was wanted, or keep what is there',
    body: z.strictObject({
      claim_id: Id,
      version: wholeNumber(1, GREATEST),
      settlement: oneOf(SETTLEMENTS),
      /** The version of the mark that is there now; another one is refused. */
      seen: wholeNumber(0, GREATEST).optional(),
    }),
    answer: z.object({ message: z.string() }),
    errors: ['not_found', 'changed_meanwhile', 'in_another_class', 'class_cancelled'],
  }),
}
