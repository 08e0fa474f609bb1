import type { personSettingRoutes } from '@vestry/contract/calls/person-settings.ts'
import type { Database } from '../database/open-database.ts'
import type { Handlers } from '../http/mount-routes.ts'
import { findSettings, keepSettings } from './person-setting-sql.ts'

/** The calls about what people set for themselves. */
export function createPersonSettingHandlers({ sql }: Database): Handlers<typeof personSettingRoutes> {
  return {
    find: async ({ caller }) => await findSettings(sql, caller.sub),

    change: async ({ body, caller }) => {
      await keepSettings(sql, caller.sub, body)
      return { message: 'Your settings are saved.' }
    },
  }
}
