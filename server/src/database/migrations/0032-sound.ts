import { sql } from 'kysely'
import type { MigrationStep } from '../database.ts'

/**
 * What was measured of a sermon's sound, as JSON, and the audio file that podcasts get in place of its recording; both
 * are empty where there is none.
 */
export const sound: MigrationStep = async (db) => {
  for (const statement of [
    "alter table preaching_item add column sound text not null default ''",
    "alter table preaching_item add column audio_path text not null default ''",
    "alter table trash add column audio_path text not null default ''",
    'create index preaching_item_by_audio on preaching_item (audio_path)',
    'create index trash_by_audio on trash (audio_path)',
    'drop view used_object',
    `create view used_object as select path from preaching_item
      union all select audio_path from preaching_item
      union all select poster_path from preaching_item
      union all select small_poster_path from preaching_item
      union all select path from sermon_attachment
      union all select picture_path from sermon_series
      union all select artwork_path from podcast
      union all select path from trash
      union all select audio_path from trash
      union all select poster_path from trash
      union all select small_poster_path from trash
      union all select path from trashed_attachment`,
  ]) {
    await sql.raw(statement).execute(db)
  }
}
