import type { RollState } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import { countAbsences } from './count-absences.ts'

type PastSession = { id: number; session_datetime: string }
export type Mark = { class_id: number; attendee_id: number; state: RollState }

/** A teacher's classes of one series, with their marks. */
export type TaughtSeries<Session extends PastSession = PastSession> = {
  /** The latest ones up to today's, oldest first. */
  sessions: readonly Session[]
  /** The ids of those on the roster. */
  roster: readonly number[]
  marks: Marks
}

export type Marks = ReturnType<typeof readMarks>

/** Indexes the marks of several series by class and child. */
export function readMarks(marks: readonly Mark[]) {
  const states = new Map(marks.map((mark) => [`${mark.class_id} ${mark.attendee_id}`, mark.state]))
  const byClass = Map.groupBy(marks, ({ class_id }) => class_id)
  return {
    stateOf: (class_id: number, attendee_id: number): RollState =>
      states.get(`${class_id} ${attendee_id}`) ?? 'not_recorded',
    of: (class_id: number): readonly Mark[] => byClass.get(class_id) ?? [],
    isTaken: (class_id: number) =>
      byClass.get(class_id)?.some(({ state }) => state !== 'not_recorded') === true,
  }
}

/** The children who came again to the latest class that has a roll, and how often each was absent before. */
export function findReturning<Session extends PastSession>({
  sessions,
  roster,
  marks,
}: TaughtSeries<Session>) {
  const session = sessions.findLast(({ id }) => marks.isTaken(id))
  if (session === undefined) {
    return []
  }
  const seen = sessions.slice(0, sessions.indexOf(session) + 1)
  const absencesOf = (child: number) => countAbsences(seen.map(({ id }) => marks.stateOf(id, child)))
  return roster
    .map((attendee_id) => ({ attendee_id, session, absences: absencesOf(attendee_id) }))
    .filter(({ absences }) => absences > 0)
}

/**
 * The classes before `day` whose roll was not taken, or only in part. Nobody is missing from rolls before they came to
 * the roster: those are the rolls before the first that records them or, while none does, all but the latest.
 */
export function findUnfinished<Session extends PastSession>(
  { sessions, roster, marks }: TaughtSeries<Session>,
  day: string,
): Session[] {
  const past = sessions.filter(({ session_datetime }) => session_datetime < day)
  const joined = roster.map((child) => {
    const first = sessions.findIndex(({ id }) => marks.stateOf(id, child) !== 'not_recorded')
    return { child, since: first < 0 ? past.length - 1 : first }
  })
  return past.filter(
    ({ id }, at) =>
      !marks.isTaken(id) ||
      joined.some(({ child, since }) => since <= at && marks.stateOf(id, child) === 'not_recorded'),
  )
}
