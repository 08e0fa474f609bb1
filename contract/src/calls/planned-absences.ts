import { z } from 'zod'
import { MAX_REASON } from '../sunday-school/sunday-school-rules.ts'
import { cleanText, Id, IdText, WrittenDay } from './fields.ts'
import { route } from './route.ts'

/** When a child is known to be away: from one day to another, both included. */
export const PlannedAbsence = z.object({
  id: Id,
  from_day: z.string(),
  until_day: z.string(),
  /** Empty where none was given. */
  reason: z.string(),
})
export type PlannedAbsence = z.output<typeof PlannedAbsence>

export const plannedAbsenceRoutes = {
  list: route('GET', '/attendees/absences', {
    summary: 'The planned absences of an attendee, by day, the latest first; at most a hundred',
    query: z.strictObject({ attendee_id: IdText }),
    answer: z.array(PlannedAbsence),
    errors: ['not_found'],
  }),
  add: route('POST', '/attendees/absences', {
    summary: 'Plan an absence of an attendee; the same one again adds nothing',
    body: z.strictObject({
      attendee_id: Id,
      from_day: WrittenDay,
      until_day: WrittenDay,
      reason: cleanText(MAX_REASON),
    }),
    answer: z.object({ message: z.string(), id: Id }),
    errors: ['not_found'],
  }),
  remove: route('DELETE', '/attendees/absences', {
    summary: 'Delete a planned absence',
    query: z.strictObject({ absence_id: IdText }),
    answer: z.object({ message: z.string() }),
    errors: ['not_found'],
  }),
}
