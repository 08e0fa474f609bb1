import type { openRollRoutes } from '@vestry/contract/calls/open-rolls.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/open-database.ts'
import type { Handlers } from '../../http/mount-routes.ts'
import { findClasses, ownAlone } from '../classes/class-access.ts'
import type { ListStaff } from '../classes/classes-handlers.ts'
import { beganToday, keepOpenRolls, listSilent } from './open-rolls-sql.ts'

/** The calls about which rolls devices have open. */
export function createOpenRollHandlers({
  database,
  clock,
  timeZone,
  listStaff,
}: {
  database: Database
  clock: Clock
  timeZone: () => string
  listStaff: ListStaff
}): Handlers<typeof openRollRoutes> {
  const moment = () => ({ now: clock.now(), today: beganToday(clock, timeZone()) })

  return {
    async say({ body: { device, class_ids }, caller }) {
      // A class that is no longer theirs holds up none of the others.
      const classes = await findClasses(database.sql, caller, class_ids)
      const seen = [...classes].flatMap(([id, { seen }]) => (seen ? [id] : []))
      await keepOpenRolls(database.sql, { sub: caller.sub, device }, { class_ids: seen, ...moment() })
      return { message: 'Open rolls noted' }
    },

    async listSilent({ query: { class_id }, caller }) {
      const asked = { sub: caller.sub, ofTeacher: ownAlone(caller), class_id }
      const rows = await listSilent(database.sql, asked, moment())
      const names = new Map(rows.length === 0 ? [] : (await listStaff()).map(({ sub, name }) => [sub, name]))
      return rows.flatMap(({ sub, ...row }) => {
        const by = names.get(sub)
        return by === undefined ? [] : [{ ...row, by }]
      })
    },
  }
}
