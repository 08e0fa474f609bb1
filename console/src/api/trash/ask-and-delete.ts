import { TRASH_DAYS } from '@vestry/contract/rules/trash-rules.ts'
import { t } from '../../messages/messages.ts'
import {
  confirm,
  type Message,
  type Notice,
  type Question,
  showMessage,
  showNotice,
  whileShowing,
} from '../../ui/dialogs/dialogs.ts'
import { ApiError } from '../call-api.ts'
import { showFailure } from '../show-failure.ts'
import { restoreDeleted } from './restore-deleted.ts'

type Job = {
  /** The question, once it is known what would be deleted with the row. */
  ask: () => Promise<Pick<Question, 'title' | 'message' | 'detail' | 'match'>>
  running: string
  /** Does it, and resolves with the message to show; a plain text or a notice is shown in passing. */
  work: () => Promise<Message | Notice | string>
  reload: () => Promise<unknown>
  failed: string
  /** What is in the trash afterwards, such as `attendee/12`. */
  record?: string
}

/** Asks, deletes, reloads the list and says how that went. Returns whether the row is gone. */
export function askAndDelete(job: Job): Promise<boolean> {
  return askAndDo({ ...job, yes: t('ui.delete.yes'), no: t('ui.delete.no'), danger: true })
}

function undoOf({ details = [] }: Message) {
  return { details: [...details, t('ui.delete.kept', { days: TRASH_DAYS })], action: t('ui.undo') }
}

/** The same for any other action on a row. Returns whether it was done. */
export async function askAndDo(job: Job & Pick<Question, 'yes' | 'no' | 'danger'>): Promise<boolean> {
  try {
    const { yes, no, danger = false } = job
    if (!(await confirm({ ...(await job.ask()), yes, no, danger }))) {
      return false
    }
    const news = await whileShowing(job.running, async () => {
      const done = await job.work()
      await job.reload()
      return done
    })
    if (typeof news === 'string' || !('status' in news)) {
      showNotice(typeof news === 'string' ? { message: news } : news)
    } else if (job.record === undefined) {
      await showMessage(news)
    } else if (await showMessage({ ...news, ...undoOf(news) })) {
      await restoreDeleted(job.record)
    }
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) {
      throw error
    }
    // If the session has ended, the sign-in page says so.
    if (error.code === 'not_signed_in') {
      return false
    }
    await showFailure(job.failed, error)
    if (error.code === 'not_found') {
      await job.reload()
    }
    return false
  }
}
