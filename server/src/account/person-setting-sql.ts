import type { PersonSettings } from '@vestry/contract/person-settings.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'

export async function findSettings(db: Kysely<Tables>, sub: string): Promise<PersonSettings | undefined> {
  return await db.selectFrom('person_setting').select('landing').where('sub', '=', sub).executeTakeFirst()
}

export async function keepSettings(
  db: Kysely<Tables>,
  sub: string,
  { landing }: PersonSettings,
): Promise<void> {
  await db
    .insertInto('person_setting')
    .values({ sub, landing })
    .onConflict((known) => known.column('sub').doUpdateSet({ landing }))
    .execute()
}
