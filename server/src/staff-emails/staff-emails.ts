import type { ChurchSettings } from '@vestry/contract/rules/church-setting-rules.ts'
import { churchTime } from '../church-time.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/open-database.ts'
import type { SendEmail } from '../mail/email.ts'
import { type Letter, signed } from '../mail/render-email.ts'
import type { Reader } from './reader.ts'
import { findRollsToRemindOf, writeReminder } from './roll-reminder.ts'
import { claim, giveBack, listTold, listUnwilling } from './sent-emails-sql.ts'
import { mondayOf, writeWeekly } from './weekly-email.ts'

/** No email is sent before this hour of the church's day. */
const MORNING = '07:00'
/** Stands for everybody in the table of sent emails. */
const ALL = ''

export type StaffEmailParts = {
  database: Database
  clock: Clock
  /** The present settings. */
  settings: () => ChurchSettings
  /** The staff who can sign in. */
  listStaff: () => Promise<Reader[]>
  sendEmail: SendEmail
  publicUrl: string
  /** The failures that concern one address only. */
  onError: (error: unknown) => void
}

/**
 * The job that sends the emails that the church has switched on: once a week, what waits for each member of staff; and
 * to teachers, the rolls that they have not taken. Nobody is told twice, even if a process dies in the middle: it is
 * noted that somebody was told before the email is sent, and undone if no mail server can have the email.
 */
export function createStaffEmails({
  database: { sql },
  clock,
  settings,
  listStaff,
  sendEmail,
  publicUrl,
  onError,
}: StaffEmailParts): () => Promise<void> {
  const site = publicUrl.replace(/\/$/, '')

  async function listReaders(): Promise<Reader[]> {
    const [staff, unwilling] = await Promise.all([listStaff(), listUnwilling(sql)])
    return staff.filter(({ sub }) => !unwilling.has(sub))
  }

  async function sendWeekly(now: string): Promise<void> {
    const week = mondayOf(now)
    if ((await listTold(sql, 'weekly', [week])).get(week)?.includes(ALL)) {
      return
    }
    let told = true
    for (const reader of await listReaders()) {
      told = (await tell(reader, 'weekly', [week], () => writeWeekly(sql, reader, { now, site }))) && told
    }
    if (told) {
      await claim(sql, 'weekly', [week], { sub: ALL, now: clock.now() })
    }
  }

  async function remindOfRolls(now: string): Promise<void> {
    const bySub = await findRollsToRemindOf(sql, now)
    if (bySub.size === 0) {
      return
    }
    for (const reader of await listReaders()) {
      const classes = bySub.get(reader.sub) ?? []
      const abouts = classes.map(({ id }) => String(id))
      await tell(reader, 'roll', abouts, async (untold) =>
        writeReminder(
          classes.filter(({ id }) => untold.includes(String(id))),
          { language: reader.language, site },
        ),
      )
    }
  }

  /** Returns whether everything has been sent to this person. */
  async function tell(
    { sub, email }: Reader,
    kind: 'weekly' | 'roll',
    abouts: readonly string[],
    write: (untold: readonly string[]) => Promise<Letter | undefined>,
  ): Promise<boolean> {
    const untold = abouts.length === 0 ? [] : await claim(sql, kind, abouts, { sub, now: clock.now() })
    if (untold.length === 0) {
      return true
    }
    try {
      const letter = await write(untold)
      if (letter !== undefined) {
        await sendEmail({ to: email, ...signed(letter, settings().name) })
      }
      return true
    } catch (error) {
      const failure = failureOf(error)
      if (failure !== 'final') {
        await giveBack(sql, kind, untold, sub)
      }
      if (failure === 'general') {
        throw error
      }
      onError(error)
      return failure === 'final'
    }
  }

  return async () => {
    const { parts, timeZone, weeklyEmail, rollReminder } = settings()
    const now = churchTime(clock, timeZone)
    if (!parts.includes('sundaySchool') || now.slice(11) < MORNING) {
      return
    }
    if (weeklyEmail) {
      await sendWeekly(now)
    }
    if (rollReminder) {
      await remindOfRolls(now)
    }
  }
}

type MailError = { command?: string; responseCode?: number; mayHaveArrived?: boolean }

/**
 * What happens after an email failed. If its address refuses it for good, or if it may have arrived after all, it is
 * not sent again. If its address refuses it for now, it is sent again later, and others may be reached meanwhile. Any
 * other failure concerns everybody.
 */
function failureOf(error: unknown): 'final' | 'for-now' | 'general' {
  const { command, responseCode = 0, mayHaveArrived = false } = error as MailError
  if (mayHaveArrived || (responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA'))) {
    return 'final'
  }
  return command === 'RCPT TO' ? 'for-now' : 'general'
}
