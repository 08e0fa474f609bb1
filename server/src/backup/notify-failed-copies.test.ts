import { afterEach, beforeEach, expect, test } from 'vitest'
import { createAuditLog } from '../audit/audit-log.ts'
import { createLeases } from '../database/leases.ts'
import { eachDatabase } from '../testing/each-database.ts'
import { openTestDatabase } from '../testing/open-test-database.ts'
import { createTestClock } from '../testing/test-clock.ts'
import { notifyFailedCopies } from './notify-failed-copies.ts'

const MINUTE = 60_000
const REFUSED = new Error('550 No such mailbox')
const ADMINISTRATORS = ['ada', 'bea', 'cleo'].map((name) => ({
  email: `${name}@vestry.test`,
  language: 'en',
}))

eachDatabase((on) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  beforeEach(async () => {
    opened = await openTestDatabase(on)
  })
  afterEach(() => opened.release())

  /**
   * Lets a copy fail twice, six minutes apart, with a mail server that refuses the first list of addresses at first and
   * then the second.
   */
  async function failTwice(...refused: [string[], string[]]) {
    const { database } = opened
    const clock = createTestClock()
    const told: string[] = []
    const errors: unknown[] = []
    let refuses: string[] = []
    const notify = notifyFailedCopies({
      leases: createLeases(database, clock),
      auditLog: createAuditLog(database, clock),
      async sendEmail({ to }) {
        const name = to.replace('@vestry.test', '')
        if (refuses.includes(name)) {
          throw REFUSED
        }
        told.push(name)
      },
      listAdministrators: async () => ADMINISTRATORS,
      every: 24 * 60 * MINUTE,
      onError: (error) => errors.push(error),
    })
    const answers: unknown[] = []
    for (refuses of refused) {
      answers.push(await notify('The disk is full.').catch((error: unknown) => error))
      clock.advance(6 * MINUTE)
    }
    const entries = database.sql.selectFrom('audit_event').select('kind').execute()
    return { answers, told, errors, entries: (await entries).map(({ kind }) => kind) }
  }

  test('an administrator whose address is refused keeps nobody else from being told, and all are told once', async () => {
    const { told, errors, entries } = await failTwice(['bea'], ['bea'])
    expect(told).toEqual(['ada', 'cleo'])
    expect(errors).toEqual([REFUSED])
    expect(entries).toEqual(['backup_failed'])
  })

  test('as long as nobody could be told it is tried again, and stands in the audit trail once', async () => {
    const { answers, told, errors, entries } = await failTwice(['ada', 'bea', 'cleo'], [])
    expect(answers[0]).toBe(REFUSED)
    expect(told).toEqual(['ada', 'bea', 'cleo'])
    expect(errors).toEqual([])
    expect(entries).toEqual(['backup_failed'])
  })
})
