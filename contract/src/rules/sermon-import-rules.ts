// The constants of an import of sermons. No schema is here, so that the browser may load it.

export const MAX_IMPORTED_SERMONS = 10_000
/** How long an import is kept and can be undone. */
export const SERMON_IMPORT_DAYS = 30

/**
 * What becomes of an import: it was read and waits for what is chosen, brings its sermons in, was stopped, has ended, or
 * was undone.
 */
export const SERMON_IMPORT_STATES = ['read', 'running', 'stopped', 'done', 'undone'] as const
export type SermonImportState = (typeof SERMON_IMPORT_STATES)[number]

/**
 * What becomes of a sermon: it is new, there already by what it is known by, like an existing one in title and day,
 * can't be read, is left out, waits its turn, has come in, or failed.
 */
export const SERMON_IMPORT_ROW_STATES = [
  'new',
  'known',
  'alike',
  'unreadable',
  'left_out',
  'waiting',
  'done',
  'failed',
] as const
export type SermonImportRowState = (typeof SERMON_IMPORT_ROW_STATES)[number]

/** Why a file could not be fetched. */
export const FETCH_PROBLEMS = [
  'not_secure',
  'not_public',
  'not_found',
  'refused',
  'unreachable',
  'timed_out',
  'too_large',
  'redirects',
] as const
export type FetchProblem = (typeof FETCH_PROBLEMS)[number]

/** Why a sermon can't come in or did not, or what it came in without. */
export const SERMON_IMPORT_REASONS = [
  'no_title',
  'no_date',
  'no_recording',
  'twice',
  'in_trash',
  ...FETCH_PROBLEMS,
  'format',
  'failed',
  'without_files',
] as const
export type SermonImportReason = (typeof SERMON_IMPORT_REASONS)[number]
