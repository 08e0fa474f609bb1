// The rules for following up children who stopped coming. No schema is here, so that the browser may load it.

/** What came of asking after a child. */
export const OUTCOMES = ['reached', 'no_answer', 'ill', 'moved', 'later'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** These settle the matter: absences up to and on that day no longer count. */
export const SETTLING: readonly Outcome[] = ['reached', 'ill', 'moved']

/** After how many absences in a row a child of a class is asked after: three by default, 0 is never. */
export const MISS_LIMITS = [0, 2, 3, 4, 5, 6, 8, 10] as const

export const MAX_FOLLOW_UP_NOTE = 1000
