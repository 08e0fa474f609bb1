import type { Repeat } from '@vestry/contract/calls/classes.ts'
import { heldTimes, planFlaw, planTimes } from '@vestry/contract/sunday-school/class-plan.ts'
import { MAX_SESSIONS } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import { ApiError } from '../../http/api-errors.ts'

const FLAWS = {
  endsEarly: 'No class would be held: the series ends before its first day.',
  allSkipped: 'No class would be held: every date is skipped.',
  tooMany: `That would be more than ${MAX_SESSIONS} classes. Let the series end earlier.`,
}

/** The times of a series' sessions; a plan without any is refused. */
export function sessionTimes(start: string, repeat: Repeat): string[] {
  const planned = planTimes(start, repeat)
  const flaw = planFlaw(planned)
  if (flaw) {
    throw new ApiError('invalid_request', FLAWS[flaw], { field: 'repeat' })
  }
  return heldTimes(planned)
}
