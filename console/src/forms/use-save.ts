import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../api/call-api.ts'
import { showFailure } from '../api/show-failure.ts'
import { t } from '../messages/messages.ts'
import { type Message, showMessage, whileShowing } from '../ui/dialogs.ts'

/**
 * Saves a form once at a time, and tells how that went. `onSaved` is called once the person has dismissed the
 * good news. Whatever fails, the draft stays as it is.
 */
export function useSave<Answer>(job: {
  send: () => Promise<Answer>
  /** The list is loaded anew, or whatever else the change concerns. */
  reload: () => Promise<unknown>
  saved: string | ((answer: Answer) => string | Pick<Message, 'message' | 'code'>)
  failed: string
  onSaved: () => void
  /** Answers whether it has dealt with the refusal itself, before or in place of the message. */
  onRefused: (error: ApiError) => Promise<boolean>
  /** What is left to do at the form once the message is dismissed. */
  afterRefusal: (error: ApiError) => void
}) {
  const [done, setDone] = useState(false)
  const busy = useRef(false)
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])

  const save = async () => {
    if (busy.current) {
      return
    }
    busy.current = true
    try {
      const answer = await whileShowing(t('ui.progress.saving'), job.send)
      setDone(true)
      void job.reload()
      const news = typeof job.saved === 'string' ? job.saved : job.saved(answer)
      await showMessage({ status: 'success', ...(typeof news === 'string' ? { message: news } : news) })
      if (here.current) {
        job.onSaved()
      }
    } catch (error) {
      if (!(error instanceof ApiError)) {
        throw error
      }
      // Where the session has ended, the sign-in page says so.
      if (error.code !== 'not_signed_in' && !(await job.onRefused(error))) {
        await showFailure(job.failed, error)
        job.afterRefusal(error)
      }
    } finally {
      busy.current = false
    }
  }
  return {
    save,
    /** Whether it is saved, so that leaving loses nothing. */
    done,
  }
}
