import { MAX_CLAIMS, type Settlement } from '@vestry/contract/sunday-school/claim-rules.ts'
import type { Insertable, Kysely, Selectable } from 'kysely'
import { inParts } from '../../database/in-parts.ts'
import type { Tables } from '../../database/tables.ts'

export type ClaimRow = Selectable<Tables['attendance_claim']>
export type NewClaim = Insertable<Tables['attendance_claim']>

export async function insertClaims(db: Kysely<Tables>, claims: readonly NewClaim[]): Promise<void> {
  await inParts(claims, async (some) => {
    await db.insertInto('attendance_claim').values(some).execute()
  })
}

export async function findClaim(db: Kysely<Tables>, id: number): Promise<ClaimRow | undefined> {
  return await db.selectFrom('attendance_claim').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Open claims, the newest first; with a `sub`, those of this person's classes and those of their own. */
export async function listOpenClaims(
  db: Kysely<Tables>,
  { class_id, sub }: { class_id: number | undefined; sub: string | undefined },
): Promise<ClaimRow[]> {
  return await db
    .selectFrom('attendance_claim')
    .selectAll()
    .where('settled_at', 'is', null)
    .$if(class_id !== undefined, (query) => query.where('class_id', '=', class_id ?? 0))
    .$if(sub !== undefined, (query) =>
      query.where(({ eb, or, selectFrom }) =>
        or([
          eb('wanted_by', '=', sub ?? ''),
          eb(
            'class_id',
            'in',
            selectFrom('class_teacher')
              .select('class_id')
              .where('sub', '=', sub ?? ''),
          ),
        ]),
      ),
    )
    .orderBy('id', 'desc')
    .limit(MAX_CLAIMS)
    .execute()
}

/** What a guest's claim said of the guest is not needed any more. */
export async function closeClaim(
  db: Kysely<Tables>,
  { id, version }: Pick<ClaimRow, 'id' | 'version'>,
  settled: { at: number; by: string; by_name: string; settlement: Settlement },
): Promise<void> {
  await db
    .updateTable('attendance_claim')
    .set({
      version: version + 1,
      guest: '',
      settled_at: settled.at,
      settled_by: settled.by,
      settled_by_name: settled.by_name,
      settlement: settled.settlement,
    })
    .where('id', '=', id)
    .execute()
}
