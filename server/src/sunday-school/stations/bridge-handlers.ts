import { setTimeout as pause } from 'node:timers/promises'
import type { bridgeRoutes } from '@vestry/contract/calls/bridge.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/open-database.ts'
import type { Handlers } from '../../http/mount-routes.ts'
import { isBridge, settleJob, takeJobs } from '../door-printers/print-jobs.ts'
import { stationOf } from './find-station.ts'

const LOOK_EVERY = 200

/** The calls of a bridge, which fetches labels and tells what became of them. */
export function createBridgeHandlers({
  database: { sql },
  clock,
}: {
  database: Database
  clock: Clock
}): Handlers<typeof bridgeRoutes> {
  return {
    take: async ({ body: { wait }, caller, isAwaited }) => {
      const { id } = stationOf(caller)
      const end = performance.now() + wait * 1000
      for (;;) {
        // A client that has gone must take nothing away from the one that comes after it.
        const jobs = isAwaited() ? await takeJobs(sql, id, clock.now()) : []
        if (jobs.length > 0 || !isAwaited() || performance.now() + LOOK_EVERY > end) {
          return { jobs }
        }
        await pause(LOOK_EVERY)
        if (!(await isBridge(sql, id))) {
          // It was deleted, as the next call says.
          return { jobs: [] }
        }
      }
    },

    tell: async ({ body, caller }) => {
      await settleJob(sql, stationOf(caller).id, body)
      return { message: 'Outcome successfully noted' }
    },
  }
}
