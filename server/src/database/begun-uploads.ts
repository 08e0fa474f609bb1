import type { Clock } from '../clock.ts'
import type { Database } from './database.ts'

/** Seven days, in milliseconds: by then a store gives up an upload that nobody has gone on with. */
const FORGOTTEN = 7 * 24 * 60 * 60_000

/** Whose uploads are under way to the bucket that this server relays to. */
export function createBegunUploads({ sql }: Pick<Database, 'sql'>, clock: Clock) {
  return {
    async begin(path: string, upload_id: string, uploaded_by: string): Promise<void> {
      const begun = clock.now()
      await sql
        .deleteFrom('begun_upload')
        .where('begun', '<', begun - FORGOTTEN)
        .execute()
      await sql
        .insertInto('begun_upload')
        .values({ path, upload_id, uploaded_by, begun })
        .onConflict((known) => known.doNothing())
        .execute()
    },
    async end(path: string, upload_id: string): Promise<void> {
      await sql
        .deleteFrom('begun_upload')
        .where('path', '=', path)
        .where('upload_id', '=', upload_id)
        .execute()
    },
    async isOfAnother(path: string, uploader: string): Promise<boolean> {
      const others = sql
        .selectFrom('begun_upload')
        .select('begun')
        .where('path', '=', path)
        .where('uploaded_by', '!=', uploader)
      return (await others.executeTakeFirst()) !== undefined
    },
  }
}
