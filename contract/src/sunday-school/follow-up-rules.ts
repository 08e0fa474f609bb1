// What following up those who stopped coming goes by. No schema is here, so that the browser may load it.

/** What came of asking after a child. */
export const OUTCOMES = ['reached', 'no_answer', 'ill', 'moved', 'later'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** With these the matter is settled: absences of the same day and before no longer count. */
export const SETTLING: readonly Outcome[] = ['reached', 'ill', 'moved']

/** After how many absences in a row a child of a class is asked after: three as it comes, 0 is never. */
export const MISS_LIMITS = [0, 2, 3, 4, 5, 6, 8, 10] as const

export const MAX_FOLLOW_UP_NOTE = 1000
