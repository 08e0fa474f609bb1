import type { PersonSettings } from '@vestry/contract/calls/person-settings.ts'
import { DEFAULT_LANDING } from '@vestry/contract/rules/landings.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'

type SomeSettings = { [Name in keyof PersonSettings]?: PersonSettings[Name] | undefined }

export async function findSettings(db: Kysely<Tables>, sub: string): Promise<PersonSettings> {
  const row = await db
    .selectFrom('person_setting')
    .select(['landing', 'emails'])
    .where('sub', '=', sub)
    .executeTakeFirst()
  return { landing: row?.landing ?? DEFAULT_LANDING, emails: row?.emails !== 0 }
}

export async function keepSettings(
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
