import type { ChangedClass, Teacher } from '@vestry/contract/calls/classes.ts'
import { namesOf } from '@vestry/contract/records/record-fields.ts'
import { CLASS_TEXTS } from '@vestry/contract/sunday-school/class-record.ts'
import type { Transaction } from 'kysely'
import { daysBetween } from '../../church-time.ts'
import type { Tables } from '../../database/tables.ts'
import { ApiError } from '../../http/api-errors.ts'
import { assignTeachers, findAssigned } from './assigned-teachers-sql.ts'
import type { SessionRow } from './class-access.ts'
import { refuseEarlyEnd } from './class-end.ts'
import { type Move, moveSessions } from './move-class.ts'
import type { RecordSessions } from './record-sessions.ts'
import { renameSeries, sessionsOfSeries } from './series-sql.ts'
import { type SessionText, sessionsFrom, updateSessions } from './sessions-sql.ts'
import { refuseUnknown, teachersOf } from './teachers.ts'

/** What a change makes different in a session. */
type Difference = { text: Partial<SessionText>; move: Move | undefined; teachers: string[] | undefined }

/**
 * Changes a session as asked. With the scope `following`, whatever becomes different in it also changes in all later
 * sessions of its series; what stays the same in it stays in each of them as it is.
 */
export async function changeClass(
  db: Transaction<Tables>,
  former: SessionRow,
  asked: ChangedClass,
  staff: readonly (Teacher & { enabled: boolean })[],
  record: RecordSessions,
) {
  const { id } = former
  const message = 'Class successfully updated'
  const assigned = (await findAssigned(db, [former])).get(id) ?? []
  const known = teachersOf(assigned, staff).map(({ sub }) => sub)
  const { text, move, teachers } = differenceOf(former, known, asked)
  if (Object.keys(text).length === 0 && !move && !teachers) {
    return { message, id, version: former.version, sessions: 0 }
  }
  if (asked.version !== undefined && asked.version !== former.version) {
    throw new ApiError(
      'changed_meanwhile',
      'Someone else has changed this class since you opened it. Open it again to see their changes.',
    )
  }
  const sessions = await sessionsFrom(db, former, asked.scope)
  if (teachers) {
    refuseUnknown(
      teachers.filter((sub) => !known.includes(sub)),
      staff,
    )
    await assignTeachers(db, sessions, teachers)
  }
  for (const { session_datetime, end_time } of sessions) {
    refuseEarlyEnd(text.end_time ?? end_time, move?.time ?? session_datetime.slice(10), session_datetime)
  }
  if (move) {
    await moveSessions(db, sessions, move)
  }
  await updateSessions(db, sessions, text)
  await record('class_changed', sessions)
  if (text.title !== undefined && (asked.scope === 'following' || (await isAlone(db, former)))) {
    await renameSeries(db, former.series_id, text.title)
  }
  return { message, id, version: former.version + 1, sessions: sessions.length }
}

function differenceOf(former: SessionRow, assigned: readonly string[], asked: ChangedClass): Difference {
  const text: Partial<SessionText> = {}
  for (const field of namesOf(CLASS_TEXTS)) {
    const { [field]: value } = asked
    if (value !== undefined && value !== former[field]) {
      text[field] = value
    }
  }
  const days = daysBetween(former.session_datetime, asked.session_datetime)
  const time = asked.session_datetime.slice(10)
  const sameTime = time === former.session_datetime.slice(10)
  const teachers = [...new Set(asked.teachers)]
  const sameTeachers = teachers.length === assigned.length && teachers.every((sub) => assigned.includes(sub))
  return {
    text,
    move: days === 0 && sameTime ? undefined : { days, time: sameTime ? undefined : time },
    teachers: sameTeachers ? undefined : teachers,
  }
}

async function isAlone(db: Transaction<Tables>, { series_id }: SessionRow): Promise<boolean> {
  return (await sessionsOfSeries(db, series_id)).length === 1
}
