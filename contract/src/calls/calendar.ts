import { z } from 'zod'
import { Day, Id } from './fields.ts'
import { route } from './route.ts'

export const CalendarClass = z.object({
  id: Id,
  series_id: Id,
  title: z.string(),
  session_datetime: z.string(),
  end_time: z.string().optional(),
  room: z.string(),
  cancelled: z.boolean(),
})
export type CalendarClass = z.output<typeof CalendarClass>

export const CalendarSermon = z.object({
  uuid: z.uuid(),
  localizedname: z.string(),
  event_datetime: z.string(),
})
export type CalendarSermon = z.output<typeof CalendarSermon>

export const Calendar = z.object({ classes: z.array(CalendarClass), sermons: z.array(CalendarSermon) })
export type Calendar = z.output<typeof Calendar>

export const calendarRoutes = {
  find: route('GET', '/calendar', {
    summary:
      'Classes and sermons from one day to another, both included, by time; Teachers see their own classes',
    query: z.strictObject({ from: Day, to: Day }),
    answer: Calendar,
  }),
}
