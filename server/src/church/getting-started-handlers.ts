import type { gettingStartedRoutes } from '@vestry/contract/calls/getting-started.ts'
import { PLACEHOLDER_ADDRESS, STEPS, type Step } from '@vestry/contract/rules/getting-started-rules.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'
import type { Handlers } from '../http/mount-routes.ts'
import type { LiveSettings } from './live-settings.ts'

/** The call about what a church sets up at first. A step is done when its outcome is there, however it came about. */
export function createGettingStartedHandlers(parts: {
  database: Database
  settings: LiveSettings
  listStaff: () => Promise<readonly { sub: string; email: string }[]>
  /** Whether the first administrator was given an address that is nobody's. */
  hasPlaceholder: boolean
}): Handlers<typeof gettingStartedRoutes> {
  const { database, settings, listStaff, hasPlaceholder } = parts
  return {
    async find({ query, caller }) {
      const { name, timeZone, parts, gettingStarted } = settings.current
      if (!gettingStarted) {
        return { steps: [] }
      }
      const [staff, found] = await Promise.all([listStaff(), findRows(database.sql)])
      const own = staff.find(({ sub }) => sub === caller.sub)?.email ?? caller.email
      const done: Record<Step, boolean> = {
        address: own !== PLACEHOLDER_ADDRESS,
        name: name !== '',
        timeZone: found.zone || isSameZone(query.timeZone, timeZone),
        children: found.children,
        class: found.classes,
        invite: staff.length > 1,
      }
      const asked: Partial<Record<Step, boolean>> = {
        address: hasPlaceholder,
        children: parts.includes('sundaySchool'),
        class: parts.includes('sundaySchool'),
      }
      const steps = STEPS.filter((step) => asked[step] ?? true).map((step) => ({ step, done: done[step] }))
      return { steps: steps.every((one) => one.done) ? [] : steps }
    },
  }
}

async function findRows(db: Kysely<Tables>) {
  const found = await db
    .selectNoFrom(({ exists, selectFrom }) => [
      exists(selectFrom('attendee').select('id')).as('children'),
      exists(selectFrom('class_session').select('id')).as('classes'),
      exists(selectFrom('church_setting').select('name').where('name', '=', 'timeZone')).as('zone'),
    ])
    .executeTakeFirstOrThrow()
  return {
    children: Boolean(found.children),
    classes: Boolean(found.classes),
    zone: Boolean(found.zone),
  }
}

/** Whether two names are of one zone, such as `Asia/Calcutta` and `Asia/Kolkata`; one that is unknown here can't be offered. */
function isSameZone(browsers: string | undefined, own: string): boolean {
  if (browsers === undefined) {
    return true
  }
  try {
    return canonical(browsers) === canonical(own)
  } catch {
    return true
  }
}

function canonical(timeZone: string): string {
  return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
}
