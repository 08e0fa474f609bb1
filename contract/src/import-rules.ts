// The constants of an import of attendees. No schema is here, so that the browser may load it.

export const MAX_IMPORT_ROWS = 10_000
export const MAX_IMPORT_BYTES = 5 * 1024 * 1024
/** Longer than any field of a child: what is too long for its own field is said row by row. */
export const MAX_IMPORT_CELL = 5000
/** How long an import can be undone. */
export const IMPORT_DAYS = 30

/** What a row of a file would do. */
export const IMPORT_KINDS = ['new', 'changed', 'same', 'namesake', 'error'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

/** Why a cell can't be taken: nothing in it, or nothing left of it; too long; a day to come; a child of another row. */
export const IMPORT_REASONS = ['empty', 'too_long', 'later', 'earlier', 'twice'] as const
export type ImportReason = (typeof IMPORT_REASONS)[number]
