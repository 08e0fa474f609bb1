import type { AttendanceRecord } from '@vestry/contract/calls/attendance.ts'
import type { Attendee } from '@vestry/contract/calls/attendees.ts'
import { MAX_COMMENT } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import { ApiError, callApi } from '../api/call-api.ts'
import { lostSince } from '../api/line.ts'
import { tellRefusal } from '../api/show-failure.ts'
import { currentUserId } from '../auth/session.ts'
import { hasSessionEnded, keepDraft, takeDraft } from '../forms/stored-draft.ts'
import { currentLanguage, t } from '../messages/messages.ts'
import type { AttendanceVisit } from '../ui/classes/attendance-visit.ts'
import { confirm, showMessage, whileShowing } from '../ui/dialogs/dialogs.ts'
import { formatWallClock } from '../ui/wall-clock.ts'
import { isWithoutLine } from './attendance-calls.ts'
import { keepComment, keptComment } from './keep-written.ts'
import type { RollCallStore } from './roll-call-store.ts'
import { nameOf } from './roll-marks.ts'

type Change = 'add' | 'update' | 'delete'

/** The word in the server's message about each change. */
const SAID_OF: Record<Change, string> = { add: 'record', update: 'update', delete: 'delete' }

/** Asks, adds the attendee, and shows them once the message is closed. Returns whether they were added. */
export function addAttendee(
  store: RollCallStore,
  visit: AttendanceVisit,
  attendee: Attendee,
): Promise<boolean> {
  return behindQuestion(store, 'add', async () => {
    const { roll } = store.view()
    const recorded = roll?.children.some(
      (child) => child.attendee_id === attendee.id && child.mark.version > 0,
    )
    if (recorded === true) {
      return await warnAlready()
    }
    const session_datetime = roll?.session_datetime ?? visit.session_datetime
    // Until the roll has loaded, the time of the class may be unknown; the server checks in any case.
    const booked =
      session_datetime === ''
        ? []
        : await lookUp(() =>
            callApi('GET /attendance/by-date', {
              query: { session_datetime, exclude_class_id: String(visit.class_id) },
            }),
          )
    if (booked.includes(attendee.id)) {
      return await warnElsewhere(visit.class_id, attendee.id)
    }
    const name = nameOf(attendee)
    const sure = await confirm({
      title: t('attendance.add.question', { name }),
      message: t('attendance.add.consequence'),
      yes: t('attendance.add.yes'),
      no: t('attendance.cancel'),
    })
    if (!sure) {
      return false
    }
    try {
      return await report('add', () =>
        callApi('POST /attendance', {
          body: { class_id: visit.class_id, attendee_id: attendee.id, attended: false },
        }),
      )
    } catch (error) {
      const code = error instanceof ApiError ? error.code : undefined
      if (code === 'already_in_class') {
        return await warnAlready()
      }
      if (code === 'in_another_class') {
        return await warnElsewhere(visit.class_id, attendee.id)
      }
      throw error
    }
  })
}

/** Asks, with a field for a comment, and records that the attendee came, or did not come after all. */
export function toggleRecord(store: RollCallStore, record: AttendanceRecord): Promise<boolean> {
  return behindQuestion(store, 'update', () => {
    const verb = record.attended ? 'vacate' : 'attend'
    const title = t(`attendance.${verb}.question`, { name: nameOf(record) })
    return askAndUpdate(store, record, { title, yes: t(`attendance.${verb}`), attended: !record.attended })
  })
}

/** Asks for a comment on a child of the roll, whose mark stays as it is. */
export function commentOn(store: RollCallStore, attendeeId: number): Promise<boolean> {
  return behindQuestion(store, 'update', async () => {
    const record = lostSince() === undefined ? await lookUp(() => findOrLost(store, attendeeId)) : 'lost'
    if (record === 'lost') {
      return await commentWithoutLine(store, attendeeId)
    }
    if (record === undefined) {
      // Somebody else has removed the mark meanwhile; the roll is about to show that.
      return false
    }
    const title = t('attendance.comment.question', { name: nameOf(record) })
    return await askAndUpdate(store, record, { title, yes: t('attendance.comment.yes') })
  })
}

/** Asks for a comment on what the roll shows, and keeps it on this device; one that can't be kept is offered again. */
async function commentWithoutLine(store: RollCallStore, id: number): Promise<boolean> {
  const child = store.view().roll?.children.find(({ attendee_id }) => attendee_id === id)
  if (child === undefined) {
    return false
  }
  const kept = await keptComment(store.view().roll?.class_id ?? 0, id).catch(() => undefined)
  const before = kept ?? child.mark.comment
  let value = before
  for (;;) {
    const answer = await confirm({
      title: t('attendance.comment.question', { name: nameOf(child) }),
      yes: t('attendance.comment.yes'),
      no: t('attendance.cancel'),
      textArea: { label: t('attendance.comment'), value, maxLength: MAX_COMMENT },
    })
    if (answer === false || answer.text === before) {
      return answer !== false
    }
    value = answer.text
    const keep = () => keepComment(store, id, value).then(() => true)
    if (await tell('update', keep)) {
      return true
    }
  }
}

/**
 * Asks, with a field for the comment if this person may read it, and saves it, with a new state if there is one. A
 * comment that was not saved is offered again as it was typed, below what somebody else has written meanwhile. After
 * the end of a session, it is offered when the same person asks again.
 */
async function askAndUpdate(
  store: RollCallStore,
  asked: AttendanceRecord,
  { attended, ...to }: { title: string; yes: string; attended?: boolean },
): Promise<boolean> {
  const person = currentUserId()
  const draft = `attendance/${asked.class_id}/${asked.attendee_id}`
  let record = { ...asked, version: versionOf(store, asked) }
  const kept = takeDraft<{ comment: string; over: string }>(draft)
  let typed = kept ? below(asked.comment, kept.over, kept.comment) : asked.comment
  while (currentUserId() === person) {
    const question = { ...to, no: t('attendance.cancel') }
    const textArea = {
      label: t('attendance.comment'),
      value: typed,
      maxLength: MAX_COMMENT,
      onType: (text: string) => {
        typed = text
      },
    }
    const answer =
      record.names_only === true
        ? (await confirm(question)) && { text: undefined }
        : await confirm({ ...question, textArea })
    if (answer === false) {
      break
    }
    const { id: attendance_id, version, comment } = record
    const body = { attendance_id, attended: attended ?? record.attended, comment: answer.text, version }
    const saved = await tell('update', async () => {
      try {
        return await report('update', () => callApi('PUT /attendance', { body }))
      } catch (error) {
        if (attended !== undefined || answer.text === undefined || !isWithoutLine(error)) {
          throw error
        }
        await keepComment(store, asked.attendee_id, answer.text)
        return true
      }
    })
    if (saved || answer.text === undefined || answer.text === comment) {
      return saved
    }
    const looking = lookUp(() => findMarked(store, asked.attendee_id))
    record = (await looking.catch(() => undefined)) ?? record
    typed = below(record.comment, comment, answer.text)
  }
  if (hasSessionEnded() && typed !== record.comment) {
    keepDraft(draft, { comment: typed, over: record.comment }, () => undefined)
  }
  return false
}

/** The comment that somebody has typed, below the one that somebody else has written meanwhile. */
function below(now: string, over: string, typed: string): string {
  return now === over || now === typed ? typed : `${now}\n${typed}`
}

/** The record of a child; `lost` where there is no line to ask for it. */
async function findOrLost(
  store: RollCallStore,
  attendeeId: number,
): Promise<AttendanceRecord | 'lost' | undefined> {
  try {
    return await findMarked(store, attendeeId)
  } catch (error) {
    if (!isWithoutLine(error)) {
      throw error
    }
    return 'lost'
  }
}

async function findMarked(store: RollCallStore, attendeeId: number): Promise<AttendanceRecord | undefined> {
  const class_id = String(store.view().roll?.class_id)
  const records = await callApi('GET /attendance', { query: { class_id } })
  return records.find(({ attendee_id, state }) => attendee_id === attendeeId && state !== 'not_recorded')
}

export function deleteRecord(store: RollCallStore, record: AttendanceRecord): Promise<boolean> {
  return behindQuestion(store, 'delete', async () => {
    const version = versionOf(store, record)
    const sure = await confirm({
      title: t('attendance.delete.question', { name: nameOf(record) }),
      message: t('attendance.delete.consequence'),
      yes: t('attendance.delete.yes'),
      no: t('attendance.cancel'),
      danger: true,
    })
    return (
      sure &&
      (await report('delete', () =>
        callApi('DELETE /attendance', { query: { attendance_id: String(record.id), version } }),
      ))
    )
  })
}

/**
 * The version of the record on the screen: if the roll shows the same, this person's own mark may have been saved
 * since.
 */
function versionOf(store: RollCallStore, { attendee_id, state, comment, version }: AttendanceRecord): number {
  const mark = store.view().roll?.children.find((child) => child.attendee_id === attendee_id)?.mark
  const same = mark?.state === state && mark.comment === comment
  return same ? Math.max(mark.version, version) : version
}

/** Does the work before a question; nothing else can be pressed meanwhile. */
function lookUp<T>(work: () => Promise<T>): Promise<T> {
  return whileShowing(t('ui.progress.processing'), work)
}

/** Nothing moves behind the question: the roll is loaded again once everything is closed. */
async function behindQuestion(
  store: RollCallStore,
  change: Change,
  ask: () => Promise<boolean>,
): Promise<boolean> {
  const release = store.hold()
  try {
    if (lostSince() === undefined) {
      await lookUp(() => store.flush())
    }
    return await tell(change, ask)
  } finally {
    release()
    await store.refresh()
  }
}

/** Says why the change was not made, if it wasn't. */
async function tell(change: Change, run: () => Promise<boolean>): Promise<boolean> {
  try {
    return await run()
  } catch (error) {
    await tellRefusal(t(`attendance.${change}.failed`), error)
    return false
  }
}

/** Shows the server's message; a person who uses another language than English gets a sentence in theirs before it. */
async function report(change: Change, run: () => Promise<{ message: string }>): Promise<boolean> {
  const { message } = await whileShowing(t('ui.progress.processing'), run)
  const done = message.toLowerCase().includes(SAID_OF[change])
  const ours = t(done ? `attendance.${change}.done` : `attendance.${change}.failed`)
  await showMessage({
    status: done ? 'success' : 'error',
    ...(currentLanguage() === 'en' ? { message } : { message: ours, details: [message] }),
  })
  return done
}

async function warnAlready(): Promise<false> {
  await showMessage({ status: 'warning', message: t('attendance.add.already') })
  return false
}

/** Says in which class the attendee is at this time, if that can be found out. */
async function warnElsewhere(class_id: number, attendee_id: number): Promise<false> {
  const query = { class_id, attendee_id }
  const { other_class } = await callApi('GET /attendance/other-class', { query }).catch(() => ({
    other_class: null,
  }))
  const which =
    other_class === null
      ? ''
      : `: ${other_class.title}, ${formatWallClock(other_class.session_datetime, currentLanguage())}`
  await showMessage({ status: 'warning', message: `${t('attendance.add.elsewhere')}${which}` })
  return false
}
