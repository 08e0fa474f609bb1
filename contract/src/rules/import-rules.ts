import type { Right } from './rights.ts'

// The constants of an import of attendees. No schema is here, so that the browser may load it.

/** An import can be about any child: the person who makes one adds children, changes them, and sees them all. */
export const IMPORT_RIGHTS = ['arrange', 'children', 'allChildren'] as const satisfies readonly Right[]

export const MAX_IMPORT_ROWS = 10_000
export const MAX_IMPORT_BYTES = 5 * 1024 * 1024
/** Longer than any field of a child: a value too long for its own field is reported row by row. */
export const MAX_IMPORT_CELL = 5000
/** How many marks a file of attendance may have. */
export const MAX_IMPORT_MARKS = 50_000
/** How many classes, by their titles, a file of attendance may be about. */
export const MAX_IMPORT_CLASSES = 200
/** How long an import can be undone. */
export const IMPORT_DAYS = 30

/** What an import brings in. */
export const IMPORTED = ['attendees', 'attendance'] as const

/** What a row of a file would do. */
export const IMPORT_KINDS = ['new', 'changed', 'same', 'namesake', 'adult', 'error'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

/**
 * What becomes of a family that a file names: it is made, or filled, or here just like this. One without a child is not
 * made, and one too large for a family is none.
 */
export const FAMILY_PLANS = ['new', 'changed', 'same', 'no_child', 'too_large'] as const
export type FamilyPlan = (typeof FAMILY_PLANS)[number]

/** Among how many namesakes a row without a number may mean one. */
export const MAX_NAMESAKES = 20

/**
 * Why a cell can't be taken: nothing in it, or nothing left of it; too long; a day to come; a child of another row; a
 * name that too many have.
 */
export const IMPORT_REASONS = [
  'empty',
  'too_long',
  'later',
  'earlier',
  'twice',
  'too_many_namesakes',
] as const
export type ImportReason = (typeof IMPORT_REASONS)[number]

/** Why a title puts a child on no roster: no class has it, or several have. */
export const NO_ROSTER_REASONS = ['unknown', 'several'] as const
export type NoRosterReason = (typeof NO_ROSTER_REASONS)[number]

/** Who a child of a file of attendance is: somebody of the list, one of several, or nobody. */
export const CHILD_KINDS = ['known', 'namesake', 'unknown'] as const
export type ChildKind = (typeof CHILD_KINDS)[number]

/** What a mark of a file would do; `undecided` while nobody knows whose it is. */
export const MARK_KINDS = ['new', 'changed', 'same', 'undecided', 'error'] as const
export type MarkKind = (typeof MARK_KINDS)[number]

/**
 * Why a mark can't be taken: a day to come; another mark of the file is about the same child at that time; the child is
 * in another class then; there are several such classes on that day; it was not held; somebody has made a mark in the
 * meantime.
 */
export const MARK_REASONS = [
  'later',
  'twice',
  'in_another_class',
  'several_classes',
  'not_held',
  'changed_meanwhile',
] as const
export type MarkReason = (typeof MARK_REASONS)[number]
