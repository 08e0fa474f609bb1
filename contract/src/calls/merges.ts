import { z } from 'zod'
import { DUPLICATE_REASONS, MERGE_RIGHTS } from '../rules/merge-rules.ts'
import { JOINED_FIELDS, MERGE_CHOICES } from '../sunday-school/merged-fields.ts'
import { ROLL_STATES } from '../sunday-school/sunday-school-rules.ts'
import { Attendee } from './attendees.ts'
import { Id, IdText, oneOf, text } from './fields.ts'
import { LastChange } from './last-change.ts'
import { route } from './route.ts'

/** One of two entries that are compared, with what hangs on it. */
const ComparedEntry = Attendee.extend({
  last_change: LastChange,
  /** The titles of the classes on whose roster the child is. */
  classes: z.array(z.string()),
  attendance: z.number().int(),
  absences: z.number().int(),
  follow_ups: z.number().int(),
  /** The numbers that the child has in other programs. */
  sources: z.array(z.string()),
})
export type ComparedEntry = z.output<typeof ComparedEntry>

/** What is recorded of one of the two in a class. */
const ComparedMark = z.object({
  id: Id,
  attendee_id: Id,
  class_title: z.string(),
  state: z.enum(ROLL_STATES),
  comment: z.string(),
  /** When it was set last, in milliseconds, and by whom; empty where nobody knows. */
  changed: z.number().int(),
  changed_by: z.string(),
})

/** Two marks of which one alone can stand: in one class, or in two classes at one time. */
const Clash = z.object({
  session_datetime: z.string(),
  /** The class lies in the trash. */
  deleted: z.boolean(),
  /** That of the `attendee_id` first. */
  marks: z.tuple([ComparedMark, ComparedMark]),
})
export type Clash = z.output<typeof Clash>

export const Comparison = z.object({
  /** Sent back with the merge, which is refused if anything that is compared has changed since. */
  seen: z.string(),
  /** That of the `attendee_id` first. */
  entries: z.tuple([ComparedEntry, ComparedEntry]),
  /** How many marks the child has in the end. */
  attendance: z.number().int(),
  /** By time. */
  clashes: z.array(Clash),
})
export type Comparison = z.output<typeof Comparison>

const DuplicatePair = z.object({
  children: z.tuple([Attendee, Attendee]),
  why: oneOf(DUPLICATE_REASONS),
})
export type DuplicatePair = z.output<typeof DuplicatePair>

/** A merge that can be undone. */
const MadeMerge = z.object({
  /** Its name in the trash. */
  record: z.string(),
  /** The name of the entry that is no more. */
  name: z.string(),
  /** In milliseconds since 1970. */
  merged: z.number().int(),
  merged_by: z.string(),
  /** Until when it can be undone. */
  expires: z.number().int(),
})
export type MadeMerge = z.output<typeof MadeMerge>

export const mergeRoutes = {
  duplicates: route('GET', '/attendees/duplicates', {
    summary: 'Pairs of attendees who are probably one child, by last name, then first; at most a hundred',
    who: MERGE_RIGHTS,
    answer: z.object({
      pairs: z.array(DuplicatePair),
      /** There are more than these. */
      more: z.boolean(),
    }),
  }),
  compare: route('GET', '/attendees/merge', {
    summary: 'Two attendees side by side, and the marks of theirs of which one alone can stand',
    who: MERGE_RIGHTS,
    query: z.strictObject({ attendee_id: IdText, other_id: IdText }),
    answer: Comparison,
    errors: ['not_found'],
  }),
  merge: route('POST', '/attendees/merge', {
    summary:
      'Merge one attendee into another one, with everything that hung on it; it can be undone for thirty days',
    who: MERGE_RIGHTS,
    body: z.strictObject({
      /** The entry that stays. */
      kept: Id,
      merged: Id,
      seen: text(64),
      /** What is taken from the merged entry; all else stays as the kept one has it. */
      take: z
        .array(oneOf(MERGE_CHOICES))
        .max(MERGE_CHOICES.length)
        .meta({ description: 'a list of fields' })
        .default([]),
      /** Of which both are kept, that of the merged entry below. */
      join: z
        .array(oneOf(JOINED_FIELDS))
        .max(JOINED_FIELDS.length)
        .meta({ description: 'a list of fields with text' })
        .default([]),
      /** Of each two marks that clash, the id of the one that stands. */
      stands: z.array(Id).max(5000).meta({ description: 'a list of whole numbers above 0' }).default([]),
    }),
    answer: z.object({ message: z.string(), record: z.string() }),
    errors: ['not_found', 'changed_meanwhile', 'in_use'],
  }),
  list: route('GET', '/attendees/merges', {
    summary: 'The entries that were merged into an attendee and can be taken apart again, the latest first',
    who: MERGE_RIGHTS,
    query: z.strictObject({ attendee_id: IdText }),
    answer: z.array(MadeMerge),
  }),
}
