import { createAuditLog } from '../audit/audit-log.ts'
import { createLeases } from '../database/leases.ts'
import type { Database } from '../database/open-database.ts'
import { createRetention } from '../retention/create-retention.ts'
import { eraseAttendee } from '../sunday-school/attendees/erase-attendee.ts'
import { createTrash } from '../trash/create-trash.ts'
import type { TestServer } from './start-test-server.ts'

/** Does what the server's retention job would do, so many milliseconds later. */
export async function applyRetention(server: TestServer, database: Database, later = 0): Promise<void> {
  const clock = { now: () => server.clock.now() + later }
  const timeZone = () => server.config.timeZone
  const auditLog = createAuditLog(database, clock)
  const trash = createTrash({
    database,
    leases: createLeases(database, clock),
    auditLog,
    clock,
    timeZone,
    removeObject: server.app.store.remove,
  })
  const retention = createRetention({
    ...{ database, auditLog, clock, timeZone },
    eraseChild: (db, id) => eraseAttendee(db, { trash, auditLog }, { id }),
  })
  await retention.apply()
}
