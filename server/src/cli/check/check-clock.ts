import { sql as query } from 'kysely'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/open-database.ts'
import { collectFindings, type Finding } from './finding.ts'

const MINUTE = 60_000

/** Compares this machine's clock with other servers' clocks, and with the newest entry of the audit trail. */
export async function checkClock(given: {
  database: Database
  /** An address of the object store elsewhere, whose every answer says its time. */
  storeAddress: string | undefined
  clock: Clock
}): Promise<Finding[]> {
  const { database, storeAddress, clock } = given
  const { findings, ok, fault, warn } = collectFindings('clock')
  const todo = 'Let this machine take its time from the network (timedatectl set-ntp true).'
  function compare(whose: string, theirs: number) {
    const apart = Math.round(Math.abs(clock.now() - theirs) / 1000)
    if (apart > 60) {
      fault(`This machine's clock and that of ${whose} are ${apart} seconds apart.`, todo)
    } else if (apart > 5) {
      warn(`This machine's clock and that of ${whose} are ${apart} seconds apart.`, todo)
    }
  }
  if (database.dialect === 'postgres') {
    const { rows } = await query<{ now: number }>`
      select cast(extract(epoch from clock_timestamp()) * 1000 as bigint) as now`.execute(database.sql)
    compare('the database server', Number(rows[0]?.now))
  }
  const date = storeAddress && (await dateOf(storeAddress))
  if (date) {
    compare('the object store', date)
  }
  const newest = await database.sql
    .selectFrom('audit_event')
    .select(({ fn }) => fn.max('at').as('at'))
    .executeTakeFirst()
  if (Number(newest?.at ?? 0) > clock.now() + MINUTE) {
    fault("The newest entry of the audit trail is later than now: this machine's clock has gone back.", todo)
  }
  if (findings.length === 0) {
    ok("This machine's clock fits what others say, and what was written before.")
  }
  return findings
}

async function dateOf(address: string): Promise<number | undefined> {
  try {
    const answer = await fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(10_000) })
    return Date.parse(answer.headers.get('date') ?? '') || undefined
  } catch {
    // A store that can't be reached is reported where its objects are checked.
    return undefined
  }
}
