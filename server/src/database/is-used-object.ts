import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** Whether any sermon names this object of the store, deleted ones included. */
export async function isUsedObject(db: Kysely<Tables>, path: string): Promise<boolean> {
  const user = await db
    .selectFrom('used_object')
    .select('path')
    .where('path', '=', path)
    .limit(1)
    .executeTakeFirst()
  return user !== undefined
}
