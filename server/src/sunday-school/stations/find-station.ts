import type { StationRight } from '@vestry/contract/rules/rights.ts'
import { PAIRING_MS, type StationKind } from '@vestry/contract/sunday-school/station-rules.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/open-database.ts'
import type { Caller, FindStation, Station } from '../../http/caller.ts'
import { hashSecret } from './station-secrets.ts'

/** A station that is asked about the hour is not written down at each request. */
const NOTED_EVERY = 60_000

const RIGHTS: Record<StationKind, readonly StationRight[]> = {
  self: ['station', 'selfStation'],
  screen: ['station', 'screenStation'],
  bridge: ['bridgeStation'],
}

/** Finds who calls with a station's key, or with the secret of a link. */
export function createFindStation({ sql: db }: Database, clock: Clock): FindStation {
  return async (secret) => {
    const row = await db
      .selectFrom('door_station')
      .select(['id', 'name', 'kind', 'printer_id', 'made_at', 'paired_at', 'seen_at'])
      .where('secret_hash', '=', hashSecret(secret))
      .executeTakeFirst()
    if (row === undefined) {
      return undefined
    }
    const { made_at, paired_at, seen_at, ...station } = row
    const now = clock.now()
    if (paired_at === 0) {
      return now < made_at + PAIRING_MS ? callerOf(station, ['pairing']) : undefined
    }
    if (now >= seen_at + NOTED_EVERY) {
      await db.updateTable('door_station').set({ seen_at: now }).where('id', '=', station.id).execute()
    }
    return callerOf(station, RIGHTS[station.kind])
  }
}

function callerOf(station: Station, rights: readonly StationRight[]): Caller {
  const { id, name } = station
  return { sub: `station/${id}`, email: name, name, role: '', rights, station }
}

/** The station that makes a call of stations. */
export function stationOf({ station }: Caller): Station {
  if (station === undefined) {
    throw new Error('A call of stations was made by somebody else.')
  }
  return station
}
