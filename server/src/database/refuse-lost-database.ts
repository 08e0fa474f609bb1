import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../startup-error.ts'

/** Files that the first start makes after the database. */
const MADE_LATER = [join('keys', 'identity.key'), join('objects', 'catalogue.sqlite')]

/** Keeps a data folder that has lost its database from starting as a new church. Throws StartupError. */
export function refuseLostDatabase(dataFolder: string): void {
  const file = join(dataFolder, 'vestry.db')
  const isThere = [file, `${file}-wal`].some(
    (one) => (statSync(one, { throwIfNoEntry: false })?.size ?? 0) > 0,
  )
  if (!isThere && MADE_LATER.some((one) => existsSync(join(dataFolder, one)))) {
    throw new StartupError(
      `The database is gone from VESTRY_DATA, though the key or the recordings of a church are there: put vestry.db back, set DATABASE_URL if it is in PostgreSQL, or restore the backup into an empty folder. (${file} is missing.)`,
    )
  }
}
