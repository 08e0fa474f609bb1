import { z } from 'zod'
import { LANGUAGE_TAGS } from '../messages/message-languages.ts'
import {
  EXPORT_FORMATS,
  EXPORT_PARTS,
  EXPORT_RIGHTS,
  FILE_TYPES,
  LIST_PARTS,
  STAY_EXPORT_RIGHTS,
} from '../rules/export-rules.ts'
import { MAX_AT_ONCE } from '../sunday-school/sunday-school-rules.ts'
import { Day, GREATEST, IdText, oneOf, someOf, wholeNumbers } from './fields.ts'
import { route, SentFile } from './route.ts'

export const format = oneOf(EXPORT_FORMATS).default('csv')
/** The language of a file that has words beside names and marks. */
export const language = oneOf(LANGUAGE_TAGS).default('en')
/** What a call that answers a table as a file declares. */
export const tableFile = { answer: SentFile, files: EXPORT_FORMATS.map((format) => FILE_TYPES[format]) }

const ListExport = z.strictObject({ format, language, with: someOf(EXPORT_PARTS).optional() })
const ChildExport = ListExport.extend({ with: someOf(LIST_PARTS).optional() })
const DaysExport = z.strictObject({ format, language, from: Day.optional(), to: Day.optional() })

export const exportRoutes = {
  attendees: route('GET', '/attendees/export', {
    summary:
      'All attendees, or those with these ids, as a file by last name, then first; contacts and the like only when asked for',
    who: EXPORT_RIGHTS,
    query: ChildExport.extend({ attendee_ids: wholeNumbers(1, GREATEST, MAX_AT_ONCE).optional() }),
    ...tableFile,
  }),
  rosters: route('GET', '/classes/roster/export', {
    summary: 'All rosters as a file, one row for a class and a child on its roster',
    who: EXPORT_RIGHTS,
    query: ListExport,
    ...tableFile,
  }),
  attendance: route('GET', '/attendance/export', {
    summary: 'The attendance of these days as a file, one row for a child and a session, the earliest first',
    who: EXPORT_RIGHTS,
    query: DaysExport,
    ...tableFile,
  }),
  stays: route('GET', '/door/stays/export', {
    summary:
      'Who arrived at the door on these days, who brought and who collected them, as a file without codes, the earliest first',
    who: STAY_EXPORT_RIGHTS,
    query: DaysExport,
    ...tableFile,
  }),
  child: route('GET', '/attendees/profile/export', {
    summary: 'Everything about one attendee as a page for the family, without scripts and requests',
    who: EXPORT_RIGHTS,
    query: z.strictObject({
      attendee_id: IdText,
      language,
    }),
    answer: SentFile,
    files: ['text/html; charset=utf-8'],
    errors: ['not_found'],
  }),
}
