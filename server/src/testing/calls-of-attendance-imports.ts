import { expect } from 'vitest'
import type { TestServer } from './start-test-server.ts'

/** The call that imports attendance, with stays at the door, and the audit entries that it makes. */
export function callsOfAttendanceImports(
  server: () => TestServer,
  traceOf: (work: () => Promise<unknown>) => Promise<string[]>,
): Record<string, () => Promise<void>> {
  return {
    'POST /attendance/imports': async () => {
      const child = { first_name: 'Zipporah', last_name: 'Quillfeather' }
      const { id } = await server().ask('POST /attendees', { body: child })
      await server().ask('PUT /settings', { body: { families: true, door: true } })
      const stay = { arrived: '2019-03-03T10:00:00', gone: '2019-03-03T11:00:00' }
      const marks = [{ child: 0, class: 0, day: '2019-03-03', state: 'present' as const, stay }]
      const file = { children: [{ id }], classes: ['Long ago'], default_time: '10:00', marks }
      const body = { request_id: crypto.randomUUID(), file_name: 'attendance.csv', ...file }
      const save = () => server().ask('POST /attendance/imports', { body })
      expect(await traceOf(save)).toEqual([
        expect.stringMatching(/^class_planned class\/\d+$/),
        expect.stringMatching(/^attendance_imported import\/\d+ 1 added, 0 changed$/),
        expect.stringMatching(/^attendance_imported class\/\d+ 1 added, 0 changed$/),
        expect.stringMatching(/^stays_imported import\/\d+ 1 added$/),
      ])
      expect(await traceOf(save)).toEqual([])
    },
  }
}
