import type { PersonSettings, personSettingRoutes } from '@vestry/contract/calls/person-settings.ts'
import { DEFAULT_LANDING } from '@vestry/contract/rules/landings.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'
import type { Handlers } from '../http/mount-routes.ts'

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

type SomeSettings = { [Name in keyof PersonSettings]?: PersonSettings[Name] | undefined }

async function findSettings(db: Kysely<Tables>, sub: string): Promise<PersonSettings> {
  const row = await db
    .selectFrom('person_setting')
    .select(['landing', 'emails'])
    .where('sub', '=', sub)
    .executeTakeFirst()
  return { landing: row?.landing ?? DEFAULT_LANDING, emails: row?.emails !== 0 }
}

async function keepSettings(
  db: Kysely<Tables>,
  sub: string,
  { landing, emails }: SomeSettings,
): Promise<void> {
  const some = {
    ...(landing !== undefined && { landing }),
    ...(emails !== undefined && { emails: Number(emails) }),
  }
  await db
    .insertInto('person_setting')
    .values({ sub, landing: DEFAULT_LANDING, ...some })
    .onConflict((known) => known.column('sub').doUpdateSet({ sub, ...some }))
    .execute()
}
