// The constants of what is done on a phone without a line. No schema is here, so that the browser may load it.

/** For how many days an operation that is sent again gets its first answer. */
export const ANSWERS_KEPT_DAYS = 60
/** The number that a phone's newest operation may have. */
export const MAX_OPERATION_NUMBER = 2 ** 31 - 1

/** What a phone does without a line. */
export const OPERATION_KINDS = ['mark', 'comment', 'guest', 'absence'] as const
export type OperationKind = (typeof OPERATION_KINDS)[number]

/**
 * What became of an operation: it was done; something later has taken its place, so that nothing is left to do; or a
 * person has to settle it.
 */
export const OPERATION_OUTCOMES = ['applied', 'superseded', 'claim'] as const
export type OperationOutcome = (typeof OPERATION_OUTCOMES)[number]

/** Why an operation became a claim. `not_found` is about the child; the class was deleted with `class_deleted`. */
export const CLAIM_REASONS = [
  'changed_meanwhile',
  'in_another_class',
  'not_found',
  'class_moved',
  'class_cancelled',
  'class_deleted',
  'not_allowed',
] as const
export type ClaimReason = (typeof CLAIM_REASONS)[number]

/** How a claim is settled: what was wanted is done, or what is there stays. */
export const SETTLEMENTS = ['apply', 'keep'] as const
export type Settlement = (typeof SETTLEMENTS)[number]

/** How many open claims one call lists. */
export const MAX_CLAIMS = 100
