import type { PersonSettings, personSettingRoutes } from '@vestry/contract/calls/person-settings.ts'
import type { ChurchSettings } from '@vestry/contract/rules/church-setting-rules.ts'
import { DEFAULT_LANDING, type Landing } from '@vestry/contract/rules/landings.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'
import { type Caller, may } from '../http/caller.ts'
import type { Handlers } from '../http/mount-routes.ts'

type Church = { readonly current: Pick<ChurchSettings, 'startsOnToday' | 'gettingStarted'> }

/** The calls about what people set for themselves. */
export function createPersonSettingHandlers(
  { sql }: Database,
  church: Church,
): Handlers<typeof personSettingRoutes> {
  return {
    async find({ caller }) {
      const row = await sql
        .selectFrom('person_setting')
        .select(['landing', 'emails'])
        .where('sub', '=', caller.sub)
        .executeTakeFirst()
      const landing = row?.landing || (await findUsualLanding(sql, church, caller))
      return { landing, emails: row?.emails !== 0 }
    },

    change: async ({ body, caller }) => {
      await keepSettings(sql, caller.sub, body)
      return { message: 'Your settings are saved.' }
    },
  }
}

/** Where somebody starts who has chosen nothing: an administrator whose church is empty, where it is set up. */
async function findUsualLanding(db: Kysely<Tables>, church: Church, caller: Caller): Promise<Landing> {
  const { startsOnToday, gettingStarted } = church.current
  if (startsOnToday || (gettingStarted && may(caller, 'administer') && (await isEmpty(db)))) {
    return 'today'
  }
  return DEFAULT_LANDING
}

async function isEmpty(db: Kysely<Tables>): Promise<boolean> {
  const { sermons, classes } = await db
    .selectNoFrom(({ exists, selectFrom }) => [
      exists(selectFrom('preaching_item').select('id')).as('sermons'),
      exists(selectFrom('class_session').select('id')).as('classes'),
    ])
    .executeTakeFirstOrThrow()
  return !sermons && !classes
}

type SomeSettings = { [Name in keyof PersonSettings]?: PersonSettings[Name] | undefined }

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
    .values({ sub, landing: '', ...some })
    .onConflict((known) => known.column('sub').doUpdateSet({ sub, ...some }))
    .execute()
}
