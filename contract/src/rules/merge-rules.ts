import type { Right } from './rights.ts'

// The constants of merging two entries of one child. No schema is here, so that the browser may load it.

/** Who merges sees all of both children, their marks in every class too, and may change children. */
export const MERGE_RIGHTS = ['arrange', 'children', 'allChildren'] as const satisfies readonly Right[]

/** What two entries that are probably one child have in common beside like names. */
export const DUPLICATE_REASONS = ['birthdate', 'contact'] as const

/** How many pairs are shown at once. */
export const MAX_DUPLICATES = 100
