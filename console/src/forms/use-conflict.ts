import { useRef, useState } from 'react'
import { ApiError } from '../api/call-api.ts'
import { showFailure } from '../api/show-failure.ts'
import { t } from '../messages/messages.ts'
import { confirm, whileShowing } from '../ui/dialogs.ts'

/** What became of a draft when someone else had saved the same thing in between. */
type Notice = 'kept' | 'loaded' | undefined

/**
 * Settles that someone else has saved what a draft stands on: their version is taken over under the draft, or
 * instead of it. Nothing typed is thrown away.
 */
export function useConflict() {
  const [notice, setNotice] = useState<Notice>()
  const putBack = useRef<() => void>(undefined)
  return {
    notice,
    /** Deals with a refusal if it is for that, and answers whether it was. */
    async settles(
      error: ApiError,
      job: {
        title: string
        /** Loads the other person's version. */
        load: () => Promise<unknown>
        loadFailed: string
        /** Takes the changes off the draft, and answers how to put them on again. */
        setAside: () => () => void
      },
    ): Promise<boolean> {
      if (error.code !== 'changed_meanwhile') {
        return false
      }
      const theirs = await confirm({
        title: job.title,
        message: t('ui.conflict.text'),
        yes: t('ui.conflict.load'),
        no: t('ui.conflict.keep'),
      })
      try {
        await whileShowing(t('ui.progress.processing'), job.load)
      } catch (failure) {
        if (!(failure instanceof ApiError)) {
          throw failure
        }
        await showFailure(job.loadFailed, failure)
        return true
      }
      if (theirs) {
        putBack.current = job.setAside()
      }
      setNotice(theirs ? 'loaded' : 'kept')
      return true
    },
    /** Puts the changes that were set aside back on top of the other person's version. */
    restore() {
      putBack.current?.()
      setNotice('kept')
    },
    forget: () => setNotice(undefined),
  }
}
