import type { Calendar } from '@vestry/contract/calls/calendar.ts'
import type { Part } from '@vestry/contract/rules/church-setting-rules.ts'
import { paths } from '../paths.ts'
import { type AttendanceVisit, attendanceAddress } from '../ui/classes/attendance-visit.ts'

/** One entry of the calendar, at a time on the church's wall clock. */
export type CalendarEntry = { key: string; time: string; title: string } & (
  | { kind: 'class'; id: number; series_id: number; end_time: string; room: string; cancelled: boolean }
  | { kind: 'sermon'; uuid: string }
)

/** Classes and sermons, as far as these parts are on, sorted by time, then by title. */
export function entriesOf({ classes, sermons }: Calendar, parts: readonly Part[]): CalendarEntry[] {
  const entries: CalendarEntry[] = [
    ...classes.map(({ id, series_id, title, session_datetime, end_time = '', room, cancelled }) => ({
      key: `class ${id}`,
      kind: 'class' as const,
      time: session_datetime,
      title,
      id,
      series_id,
      end_time,
      room,
      cancelled,
    })),
    ...sermons.map(({ uuid, localizedname, event_datetime }) => ({
      key: `sermon ${uuid}`,
      kind: 'sermon' as const,
      time: event_datetime,
      title: localizedname,
      uuid,
    })),
  ]
  const isOn = { class: parts.includes('sundaySchool'), sermon: parts.includes('preaching') }
  return entries
    .filter(({ kind }) => isOn[kind])
    .sort((a, b) => a.time.localeCompare(b.time) || a.title.localeCompare(b.title))
}

/** The entries, grouped by their day. */
export function byDay(entries: readonly CalendarEntry[]): ReadonlyMap<string, CalendarEntry[]> {
  return Map.groupBy(entries, ({ time }) => time.slice(0, 10))
}

/**
 * Where an entry leads: a class to its attendance, as a coming or a past one; a sermon to its form, or to its page for
 * people who may not edit it; and a cancelled class to its form, for people who arrange the classes.
 */
export function targetOf(
  entry: CalendarEntry,
  { today, arranges, mayEdit }: { today: string; arranges: boolean; mayEdit: boolean },
): { to: string; state?: AttendanceVisit | undefined } {
  if (entry.kind === 'sermon') {
    return { to: mayEdit ? paths.editPreaching(entry.uuid) : paths.sermon(entry.uuid) }
  }
  if (entry.cancelled && arranges) {
    return { to: paths.editClass(entry.id) }
  }
  const state: AttendanceVisit = {
    class_id: entry.id,
    title: entry.title,
    session_datetime: entry.time,
    session_type: entry.time.slice(0, 10) < today ? 'history' : 'upcoming',
  }
  return { to: attendanceAddress(state), state }
}
