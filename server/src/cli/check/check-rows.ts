import { examineDatabase } from '../../database/examine-database.ts'
import type { Database } from '../../database/open-database.ts'
import { StartupError } from '../../startup-error.ts'
import { collectFindings, count, type Finding } from './finding.ts'

export async function checkRows(database: Database): Promise<Finding[]> {
  const { findings, ok, fault } = collectFindings('database')
  try {
    for (const what of await examineDatabase(database)) {
      fault(what, 'Stop the server and restore the newest backup; keep the damaged database aside.')
    }
  } catch (error) {
    if (!(error instanceof StartupError)) {
      throw error
    }
    fault(error.message, 'Do as it says, and check again.')
    return findings
  }
  if (findings.length === 0) {
    const { items } = await database.sql
      .selectFrom('preaching_item')
      .select(({ fn }) => fn.countAll().as('items'))
      .executeTakeFirstOrThrow()
    ok(`The database is whole, and up to date; it has ${count(Number(items), 'recording')}.`)
  }
  return findings
}
