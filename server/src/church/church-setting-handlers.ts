import type { churchSettingRoutes } from '@vestry/contract/calls/church-settings.ts'
import type { ChurchSettings } from '@vestry/contract/rules/church-setting-rules.ts'
import { heldRights } from '@vestry/contract/rules/rights.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import { ApiError } from '../http/api-errors.ts'
import type { Handlers } from '../http/mount-routes.ts'
import type { LiveSettings } from './live-settings.ts'

/** The calls about the church's settings. `fixed` is what the server's own settings decide. */
export function createChurchSettingHandlers({
  settings,
  auditLog,
  fixed,
  requireGroup,
}: {
  settings: LiveSettings
  auditLog: AuditLog
  fixed: (keyof ChurchSettings)[]
  /** Refuses a group that the pool does not list. */
  requireGroup: (group: string) => Promise<void>
}): Handlers<typeof churchSettingRoutes> {
  return {
    find: async () => ({ ...settings.current, fixed }),

    async change({ body, caller, address }) {
      const names = Object.keys(body) as (keyof ChurchSettings)[]
      const refused = names.find((name) => fixed.includes(name))
      if (refused !== undefined) {
        throw new ApiError('invalid_request', `${refused} is decided where the server is set up.`, {
          field: refused,
        })
      }
      if (names.length > 0) {
        const { sub, email } = caller
        const entry = { actor: { sub, name: email }, address, parts: { settings: names.sort() } }
        await settings.change(body as Partial<ChurchSettings>, (transaction) =>
          auditLog.record({ kind: 'settings_changed', ...entry }, transaction),
        )
      }
      return { message: 'The settings are saved.' }
    },

    async changeRights({ body: { group, ...change }, caller, address }) {
      // A group that was deleted meanwhile has no rights, just like one that was never given any.
      if (change.seen !== undefined && heldRights(group, settings.current.rights).length === 0) {
        await requireGroup(group)
      }
      const actor = { sub: caller.sub, name: caller.email }
      const entry = { actor, address, parts: { group, rights: change.rights } }
      await settings.changeRights(group, change, (transaction) =>
        auditLog.record({ kind: 'rights_changed', ...entry }, transaction),
      )
      return { message: `What ${group} may do is saved.` }
    },
  }
}
