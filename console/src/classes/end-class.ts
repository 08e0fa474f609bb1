import type { ClassDetail, ClassSession } from '@vestry/contract/calls/classes.ts'
import type { Scope } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import { ApiError } from '../api/call-api.ts'
import { queryClient } from '../api/query-client.ts'
import { showFailure } from '../api/show-failure.ts'
import { restoreDeleted } from '../api/trash/restore-deleted.ts'
import { currentLanguage, t } from '../messages/messages.ts'
import { showMessage, showNotice, whileShowing } from '../ui/dialogs/dialogs.ts'
import { formatWallClock } from '../ui/wall-clock.ts'
import { askScope } from './ask-scope.ts'
import { CLASSES, cancelClass, deleteClass, findClass } from './classes-calls.ts'

/** Asks, then cancels a class, or restores it. Returns whether its row is gone, which is always false. */
export async function changeCancelled(session: Pick<ClassSession, 'id' | 'cancelled'>): Promise<boolean> {
  const to = !session.cancelled
  const action = to ? 'cancel' : 'restore'
  await answering(t(`classes.${action}.failed`), async () => {
    const detail = await load(session)
    const scope = await askScope({
      title: t(`classes.${action}.question`),
      message: nameOf(detail),
      yes: t(`classes.${action}.yes`),
      no: t('classes.ask.no'),
      danger: to,
      following: detail.following.sessions,
    })
    if (scope !== undefined) {
      await whileShowing(t('ui.progress.processing'), async () => {
        await cancelClass(session.id, scope, to)
        await reload()
      })
      await showMessage({ status: 'success', message: t(`classes.${action}.done`) })
    }
  })
  return false
}

/**
 * Asks, naming the number of attendance records that are deleted too, and deletes a class. Returns whether it is gone.
 */
export async function removeClass(session: ClassSession): Promise<boolean> {
  return await answering(t('classes.delete.failed'), async () => {
    for (let again = false; ; again = true) {
      const detail = await load(session)
      const records = recordsOf(detail)
      const scope = await askScope({
        title: t(again ? 'classes.delete.again' : 'classes.delete.question'),
        message: nameOf(detail),
        yes: t('ui.delete.yes'),
        no: t('ui.delete.no'),
        danger: true,
        following: detail.following.sessions,
        details: { one: warn(records.one), following: warn(records.following) },
      })
      if (scope === undefined) {
        return false
      }
      if (await tryToDelete(session.id, scope, records[scope])) {
        showNotice({
          message: t('classes.delete.done'),
          action: { label: t('ui.undo'), run: () => restoreDeleted(`class/${session.id}`) },
        })
        return true
      }
    }
  })
}

/** Returns false if the number of records has changed since it was named. */
async function tryToDelete(id: number, scope: Scope, records: number): Promise<boolean> {
  try {
    await whileShowing(t('ui.delete.running'), async () => {
      await deleteClass(id, scope, records)
      await reload()
    })
    return true
  } catch (error) {
    if (error instanceof ApiError && error.code === 'in_use') {
      return false
    }
    throw error
  }
}

function recordsOf({ attendance_count, following }: ClassDetail): Record<Scope, number> {
  return { one: attendance_count, following: attendance_count + following.records }
}

function warn(records: number): string | undefined {
  return records === 0 ? undefined : t('classes.delete.records', { count: records })
}

function nameOf({ title, session_datetime }: ClassDetail): string {
  return t('classes.ask.which', { title, date: formatWallClock(session_datetime, currentLanguage()) })
}

function load(session: Pick<ClassSession, 'id'>): Promise<ClassDetail> {
  return whileShowing(t('ui.progress.processing'), () =>
    queryClient.fetchQuery({ ...findClass(session.id), staleTime: 0 }),
  )
}

function reload(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: CLASSES })
}

/** Runs the work; if it fails, says why and returns false. */
async function answering<T>(failed: string, work: () => Promise<T>): Promise<T | false> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiError)) {
      throw error
    }
    await showFailure(failed, error)
    if (error.code === 'not_found') {
      await reload()
    }
    return false
  }
}
