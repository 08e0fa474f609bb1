import type { AttendanceFile } from '@vestry/contract/calls/attendance-imports.ts'
import type { Database } from '../database/open-database.ts'
import type { TestServer } from './start-test-server.ts'

type Mark = AttendanceFile['marks'][number]

/** The child that these files mark. */
export const NOAH = { first_name: 'Noah', last_name: 'García', birthdate: '2018-05-03' }
export const DAY = '2026-03-01'

export function mark(more: Partial<Mark> = {}): Mark {
  return { child: 0, class: 0, day: DAY, state: 'present', ...more }
}

/** A file of attendance; it has one mark in one class unless something else is given. */
export function file(more: Partial<AttendanceFile> = {}): AttendanceFile {
  return {
    children: [NOAH],
    classes: ['Little lambs'],
    default_time: '10:00',
    marks: [mark()],
    ...more,
  }
}

/** All records, by time. */
export function recordsIn({ sql }: Database) {
  return sql
    .selectFrom('attendance')
    .innerJoin('class_session', 'class_session.id', 'class_id')
    .select(['title', 'attendance.session_datetime', 'attendee_id', 'attended', 'marked', 'comment'])
    .orderBy('attendance.session_datetime')
    .orderBy('attendee_id')
    .execute()
}

/** All classes, by time. */
export function classesIn({ sql }: Database) {
  return sql
    .selectFrom('class_session')
    .select(['title', 'session_datetime', 'series_id'])
    .orderBy('session_datetime')
    .execute()
}

/** Calls of a server about importing attendance. */
export function attendanceImports(server: () => TestServer) {
  return {
    addNoah: async () => (await server().ask('POST /attendees', { body: NOAH })).id,
    preview: (given: AttendanceFile) => server().ask('POST /attendance/imports/preview', { body: given }),
    save: (given: AttendanceFile, more: object = {}) =>
      server().ask('POST /attendance/imports', {
        body: { request_id: crypto.randomUUID(), file_name: 'attendance.csv', ...given, ...more },
      }),
    undo: (import_id: number) => server().ask('POST /attendees/imports/undo', { body: { import_id } }),
  }
}
