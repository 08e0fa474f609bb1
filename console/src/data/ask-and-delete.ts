import { confirm, type Message, type Question, showMessage, whileShowing } from '../ui/dialogs.tsx'
import { t } from '../words/words.ts'
import { ApiError } from './call-api.ts'

/** Asks, deletes, loads the list anew and says how that went. Answers whether the row is gone. */
export async function askAndDelete(job: {
  /** The question, once it is known what goes with the row. */
  ask: () => Promise<Pick<Question, 'title' | 'message'>>
  running: string
  /** Deletes, and settles with the news of it. */
  work: () => Promise<Message>
  reload: () => Promise<unknown>
  failed: string
}): Promise<boolean> {
  try {
    const question = await job.ask()
    if (!(await confirm({ ...question, yes: t('ui.delete.yes'), no: t('ui.delete.no'), danger: true }))) {
      return false
    }
    const news = await whileShowing(job.running, async () => {
      const done = await job.work()
      await job.reload()
      return done
    })
    await showMessage(news)
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) {
      throw error
    }
    await showMessage({ status: 'error', message: job.failed, details: [error.message] })
    if (error.code === 'not_found') {
      await job.reload()
    }
    return false
  }
}
