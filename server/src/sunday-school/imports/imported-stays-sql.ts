import type { Kysely } from 'kysely'
import { inParts } from '../../database/in-parts.ts'
import type { Tables } from '../../database/tables.ts'
import type { GoodStay, Times } from './plan-stays.ts'

/** When each of these children came and went on these days. */
export async function findTimes(
  db: Kysely<Tables>,
  attendee_ids: readonly number[],
  { from, to }: { from: string; to: string },
): Promise<Map<number, Times[]>> {
  const rows = await inParts(attendee_ids, (part) =>
    db
      .selectFrom('stay')
      .select(['attendee_id', 'arrived_at as arrived', 'gone_at as gone'])
      .where('attendee_id', 'in', part)
      .where('day', '>=', from)
      .where('day', '<=', to)
      .execute(),
  )
  return Map.groupBy(rows, ({ attendee_id }) => attendee_id)
}

/** How the requests of the stays that an import adds begin. */
const requestOf = (import_id: number, place: number | '') => `import/${import_id}/${place}`

/** Adds stays that are over. No code is theirs: they have none to be shown, and nobody comes with it any more. */
export async function addStays(
  db: Kysely<Tables>,
  import_id: number,
  stays: readonly GoodStay[],
): Promise<void> {
  await inParts(stays, async (part) => {
    await db
      .insertInto('stay')
      .values(
        part.map(({ place, attendee_id, target, ...stay }) => ({
          request_id: requestOf(import_id, place),
          attendee_id,
          day: target.session_datetime.slice(0, 10),
          in_class: target.id ?? 0,
          code_of: `child/${attendee_id}`,
          arrived_at: stay.arrived,
          arrived_by: stay.arrived_by,
          brought_by: stay.brought_by,
          reason: '',
          mark_version: 0,
          record_made: 0,
          gone_at: stay.gone,
          gone_by: stay.gone_by,
          gone_to: stay.gone_to,
          gone_way: stay.gone_way ?? ('' as const),
        })),
      )
      .execute()
  })
}

export async function removeStays(db: Kysely<Tables>, import_id: number): Promise<void> {
  await db
    .deleteFrom('stay')
    .where('request_id', 'like', `${requestOf(import_id, '')}%`)
    .execute()
}
