import type { SermonSource, SourceSermon } from '@vestry/contract/sermon-sources/source-sermon.ts'
import { MEDIA_PREFIX } from '@vestry/contract/sermons/media.ts'
import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * The recordings in the store that imports may still bring in: those of all imports, of one source, or of one import.
 */
export async function findAwaitedObjects(
  db: Kysely<Tables>,
  { source, id }: { source?: SermonSource; id?: number } = {},
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('sermon_import_row')
    .innerJoin('sermon_import', 'sermon_import.id', 'import_id')
    .select('content')
    .where('sermon_import.state', '!=', 'undone')
    .where('sermon_import_row.state', 'in', ['new', 'alike', 'waiting', 'failed'])
    .$if(source !== undefined, (some) => some.where('source', '=', source as SermonSource))
    .$if(id !== undefined, (some) => some.where('import_id', '=', id as number))
    .execute()
  const recordings = rows.map(({ content }) => (JSON.parse(content) as SourceSermon).recording)
  return new Set(recordings.filter((path) => path.startsWith(MEDIA_PREFIX)))
}
