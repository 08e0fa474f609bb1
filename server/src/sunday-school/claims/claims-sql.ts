import { MAX_CLAIMS, type Settlement } from '@vestry/contract/sunday-school/claim-rules.ts'
import type { Insertable, Kysely, Selectable } from 'kysely'
import { inParts } from '../../database/in-parts.ts'
import type { Tables } from '../../database/tables.ts'
import { listMerges } from '../../trash/trash-sql.ts'
import type { ChangeStamp } from '../attendance/records-sql.ts'

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

/** How many open claims there are, as the list has them, for an answer that leaves out none. */
export async function countOpenClaims(
  db: Kysely<Tables>,
  asked: Parameters<typeof listOpenClaims>[1],
): Promise<{ claims?: number }> {
  const { length } = await listOpenClaims(db, asked)
  return length === 0 ? {} : { claims: length }
}

/** Lets everybody who has the roll of one of these classes open see that it has other claims. */
export async function countUpRolls(db: Kysely<Tables>, class_ids: readonly number[]): Promise<void> {
  if (class_ids.length > 0) {
    await db
      .updateTable('class_session')
      .set((row) => ({ roll_version: row('roll_version', '+', 1) }))
      .where('id', 'in', class_ids)
      .execute()
  }
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

/**
 * Somebody has changed these children's marks, or comments, knowing what was there: what they wanted of the same before is
 * settled by that.
 */
export async function closeOwnClaims(
  db: Kysely<Tables>,
  { kind, class_id, attendee_ids }: Pick<ClaimRow, 'kind' | 'class_id'> & { attendee_ids: readonly number[] },
  { changed, changed_by }: ChangeStamp,
): Promise<void> {
  await inParts(attendee_ids, async (some) => {
    await db
      .updateTable('attendance_claim')
      .set((claim) => ({
        version: claim('version', '+', 1),
        settled_at: changed,
        settled_by: changed_by,
        settled_by_name: claim.ref('wanted_by_name'),
        settlement: 'keep',
      }))
      .where('settled_at', 'is', null)
      .where('class_id', '=', class_id)
      .where('attendee_id', 'in', some)
      .where('kind', '=', kind)
      .where('wanted_by', '=', changed_by)
      .execute()
  })
}

/** All that is kept of claims about a child, or about an entry that was merged into it, the latest first. */
export async function listClaimsOf(db: Kysely<Tables>, attendee_id: number) {
  const merged = await listMerges(db, attendee_id)
  const ids = [attendee_id, ...merged.map(({ record }) => Number(record.split('/')[1]))]
  const rows = await db
    .selectFrom('attendance_claim')
    .select(['moment', 'class_title', 'wanted_state', 'wanted_text', 'there_text'])
    .where('attendee_id', 'in', ids)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ wanted_text, there_text, ...row }) => ({
    ...row,
    texts: [wanted_text, there_text].filter((text) => text !== '').join('\n'),
  }))
}
