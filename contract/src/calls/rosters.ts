import { z } from 'zod'
import { PRINT_PARTS } from '../rules/export-rules.ts'
import { MAX_AT_ONCE } from '../sunday-school/sunday-school-rules.ts'
import { RollCollector } from './attendance.ts'
import { Attendee } from './attendees.ts'
import { GREATEST, Id, IdText, oneOf, wholeNumbers } from './fields.ts'
import { LastChange } from './last-change.ts'
import { route } from './route.ts'

export const attendee_ids = z
  .array(Id)
  .min(1)
  .max(MAX_AT_ONCE)
  .meta({ description: `a list of 1 to ${MAX_AT_ONCE} ids of attendees` })

/** Those who belong to a series, by last name, then first. */
export const Roster = z.object({
  series_id: Id,
  title: z.string(),
  /** The number of absences in a row after which a child is asked after; 0 is never. */
  miss_limit: z.number().int(),
  attendees: z.array(Attendee),
  last_change: LastChange,
})
export type Roster = z.output<typeof Roster>

const Changed = z.object({
  message: z.string(),
  /** How many were really added, moved or taken off. */
  changed: z.number().int(),
})

/** The ids of those who were really added or taken off: what undoes it is to be done with these alone. */
const ChangedSome = Changed.extend({ attendee_ids: z.array(Id) })

const Added = ChangedSome.extend({
  /** Those of them who were deleted meanwhile. */
  left: z.array(Id),
})

const Moved = Changed.extend({
  moved: z.array(Id),
  /** Those of them who were on the other roster before. */
  already: z.array(Id),
})

export const rosterRoutes = {
  find: route('GET', '/classes/roster', {
    summary: 'The roster of a series; for Teachers of one they are assigned to',
    query: z.strictObject({ series_id: IdText }),
    answer: Roster,
    errors: ['not_found'],
  }),
  add: route('POST', '/classes/roster', {
    summary: 'Enrol attendees in a series; who is on the roster already stays, who was deleted is left alone',
    body: z.strictObject({ series_id: Id, attendee_ids }),
    answer: Added,
    errors: ['not_found'],
  }),
  move: route('PUT', '/classes/roster', {
    summary: 'Move attendees from the roster of one series to that of another',
    body: z.strictObject({ series_id: Id, to_series_id: Id, attendee_ids }),
    answer: Moved,
    errors: ['not_found'],
  }),
  remove: route('DELETE', '/classes/roster', {
    summary: 'Take attendees off the roster of a series; their attendance records stay',
    query: z.strictObject({ series_id: IdText, attendee_ids: wholeNumbers(1, GREATEST, MAX_AT_ONCE) }),
    answer: ChangedSome,
    errors: ['not_found'],
  }),
  print: route('POST', '/classes/roster/print', {
    summary: 'Write down that the list of a class is printed, and what of its children is on it',
    body: z.strictObject({
      series_id: Id,
      with: z
        .array(oneOf(PRINT_PARTS))
        .max(PRINT_PARTS.length)
        .meta({ description: `a list of ${PRINT_PARTS.join(', ')}` }),
    }),
    answer: z.object({
      message: z.string(),
      /** Who collects the children today and who must not, if that is printed; of those of whom one sees all. */
      collectors: z.array(RollCollector.extend({ attendee_id: Id })),
    }),
    errors: ['not_found'],
  }),
}
