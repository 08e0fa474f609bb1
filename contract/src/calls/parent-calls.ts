import { z } from 'zod'
import { DOOR_RIGHTS } from '../rules/rights.ts'
import {
  CALL_FAILURES,
  CALL_REASONS,
  CALL_STATES,
  CALL_WAYS,
  MESSAGE_WAYS,
} from '../sunday-school/call-rules.ts'
import { Id, IdText, oneOf, Uuid } from './fields.ts'
import { route } from './route.ts'

/** One try to call a parent of a child who is here. */
export const ParentCall = z.object({
  id: Id,
  stay_id: Id,
  way: oneOf(CALL_WAYS),
  reason: oneOf(CALL_REASONS),
  /** Whom a message went to; empty for the public screen. */
  adult: z.string(),
  /** In milliseconds since 1970. */
  at: z.number().int(),
  by: z.string(),
  state: oneOf(CALL_STATES),
  failure: oneOf(CALL_FAILURES).nullable(),
})
export type ParentCall = z.output<typeof ParentCall>

/** A child whose parents are called and have not come. */
export const CalledChild = z.object({
  stay_id: Id,
  /** The earliest first. */
  calls: z.array(ParentCall),
  /** Whom to try next, where the latest message failed. */
  next: z.object({ adult_id: Id, name: z.string(), way: oneOf(MESSAGE_WAYS) }).nullable(),
})
export type CalledChild = z.output<typeof CalledChild>

/** How the parents of a child can be called. */
export const CallChoices = z.object({
  /** The ways that are set up. */
  ways: z.array(oneOf(CALL_WAYS)),
  /** Who can be reached, whoever brought the child first; nobody who is barred. */
  adults: z.array(
    z.object({ adult_id: Id, name: z.string(), brought: z.boolean(), ways: z.array(oneOf(MESSAGE_WAYS)) }),
  ),
})
export type CallChoices = z.output<typeof CallChoices>

export const parentCallRoutes = {
  choices: route('GET', '/door/calls', {
    summary: 'How the parents of a child who is here can be called, and which adults can be reached',
    who: DOOR_RIGHTS,
    query: z.strictObject({ stay_id: IdText }),
    answer: CallChoices,
    errors: ['not_found'],
  }),
  call: route('POST', '/door/calls', {
    summary:
      'Call a parent by number on the public screen, by text or by email, and say what became of it; repeated with the same request_id, it sends nothing twice',
    who: DOOR_RIGHTS,
    body: z.strictObject({
      request_id: Uuid,
      stay_id: Id,
      way: oneOf(CALL_WAYS),
      reason: oneOf(CALL_REASONS),
      /** To whom a message goes. */
      adult_id: Id.optional(),
    }),
    answer: z.object({ call: ParentCall }),
    errors: ['not_found', 'changed_meanwhile'],
  }),
  close: route('PUT', '/door/calls', {
    summary: 'Say that somebody has come for a child: its calls are over',
    who: DOOR_RIGHTS,
    body: z.strictObject({ stay_id: Id }),
    answer: z.object({ message: z.string() }),
    errors: ['not_found'],
  }),
}
