/**
 * What finding anything costs, compared with the lists' own searches for the same text: `node bench/find-bench.ts
 * [--postgres] [--items 1000,100000]`; the number is that of children, of sermons and of classes.
 */
import { AttendeeFilter } from '@vestry/contract/calls/attendees.ts'
import { ClassFilter } from '@vestry/contract/calls/classes.ts'
import { PreachingFilter } from '@vestry/contract/calls/preaching.ts'
import { RIGHTS, usualRights } from '@vestry/contract/rules/rights.ts'
import { systemClock } from '@vestry/server/clock.ts'
import type { Database } from '@vestry/server/database/open-database.ts'
import { createPreachingList } from '@vestry/server/preaching/preaching-list-sql.ts'
import { createAttendeeList } from '@vestry/server/sunday-school/attendees/attendee-list-sql.ts'
import { createClassList } from '@vestry/server/sunday-school/classes/class-list-sql.ts'
import { createFindHandlers } from '@vestry/server/sunday-school/find/find-handlers.ts'
import { createTestClock } from '@vestry/server/testing/test-clock.ts'
import { eachSize, readOptions } from './bench-server.ts'
import { createCallReport } from './call-report.ts'
import { FEW, MANY, NONE, PHONE } from './fill-attendees.ts'
import { BUSY_TEACHER, fillClasses, MANY as MANY_CLASSES } from './fill-classes.ts'
import { fillItems } from './fill-items.ts'

const SEARCHES = {
  'ten of each': FEW,
  'in nothing': NONE,
  'in a third of the children and sermons': MANY,
  'three letters, in every child': 'par',
  'three letters, in many of each': 'lam',
  'two words, many children': `maría ${MANY}`,
  'at the end of the order': 'moreno zapata',
  'an eighth of the classes': MANY_CLASSES,
  'a telephone number': PHONE,
}
const CALLER = { sub: BUSY_TEACHER, email: 'bench@vestry.test', name: undefined }

const options = readOptions('1000,100000')
const report = createCallReport('find', options)
await eachSize(options, {
  async fill(database, size) {
    await fillItems(database, size)
    await fillClasses(database, size, 0)
  },
  measure,
})
report.print()
await report.write()

async function measure(database: Database, size: number) {
  const { find } = createFindHandlers({
    database,
    clock: createTestClock(),
    timeZone: () => 'UTC',
    findStaff: async () => [],
  })
  const page = { limit: 10, offset: 0 }
  for (const [name, search] of Object.entries(SEARCHES)) {
    const asked = { query: { text: search }, body: undefined, address: '', isAwaited: () => true }
    await report.measure(`${name}: find`, size, () =>
      find({ ...asked, caller: { ...CALLER, role: 'Admins', rights: RIGHTS } }),
    )
    await report.measure(`${name}: find, a busy teacher`, size, () =>
      find({ ...asked, caller: { ...CALLER, role: 'Teachers', rights: usualRights('Teachers') } }),
    )
    const lists = {
      attendees: () =>
        createAttendeeList(database)({ today: '2026-05-03', ...AttendeeFilter.parse({ search, ...page }) }),
      sermons: () =>
        createPreachingList(database, { clock: systemClock, timeZone: () => 'UTC' })(
          PreachingFilter.parse({ search, ...page }),
        ),
      classes: () => createClassList(database)(ClassFilter.parse({ search, ...page }), []),
    }
    for (const [list, ask] of Object.entries(lists)) {
      await report.measure(`${name}: list of ${list}`, size, ask)
    }
  }
}
