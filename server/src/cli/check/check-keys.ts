import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { examineKeys, KeyFileError } from '@vestry/cognito'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/open-database.ts'
import { collectFindings, type Finding } from './finding.ts'

const DAY = 24 * 60 * 60_000
/** A running server makes a new key every ninety days. */
const OLD = 100 * DAY

export async function checkKeys(given: {
  database: Database
  dataFolder: string
  keyFile: string | undefined
  clock: Clock
}): Promise<Finding[]> {
  const { database, clock } = given
  const { findings, ok, warn, fault } = collectFindings('keys')
  const file = given.keyFile ?? join(given.dataFolder, 'keys', 'identity.key')
  try {
    const keys = await examineKeys(database, file)
    if (keys === 'missing') {
      fault(`The key file ${file} is missing.`, 'Restore it from the backup: without it nobody can sign in.')
      return findings
    }
    if (keys === 'another') {
      fault(
        `The key file ${file} is not the one that the database was made with.`,
        'Put the right one back from the backup.',
      )
      return findings
    }
    if (keys.unreadable.length > 0) {
      fault(
        `Signing keys can't be opened with the key file: ${keys.unreadable.join(', ')}.`,
        'Restore the database from the backup that belongs to this key file.',
      )
    }
    const mode = (await stat(file)).mode & 0o777
    if ((mode & 0o077) !== 0) {
      fault(
        `The key file ${file} can be read by others (its rights are ${mode.toString(8)}).`,
        `Run chmod 600 ${file}, and think of who may have copied it.`,
      )
    }
    const age = clock.now() - (keys.newest ?? clock.now())
    if (age > OLD) {
      warn(
        `The newest key that signs tokens is ${Math.floor(age / DAY)} days old.`,
        'Start the server, which makes the next one, or run "keys rotate".',
      )
    }
  } catch (error) {
    if (!(error instanceof KeyFileError)) {
      throw error
    }
    fault(error.message, 'Put the key file back from the backup.')
  }
  if (findings.length === 0) {
    ok('The key file fits the database and is readable by its owner alone.')
  }
  return findings
}
