import { useEffect, useRef } from 'react'
import { MediaError } from '../media/media-types.ts'
import { t } from '../messages/messages.ts'
import { type Message, showMessage } from '../ui/dialogs.ts'
import { causeOfMedia } from './show-save-outcome.ts'
import type { PreachingDraft } from './use-preaching-draft.ts'

/**
 * Looks into a recording as soon as it is chosen. One that can't be taken is refused at once, and the draft has the
 * one before it again.
 */
export function useRecordingChoice(draft: PreachingDraft) {
  const latest = useRef(draft)
  const examined = useRef<Promise<boolean>>(Promise.resolve(true))
  useEffect(() => {
    latest.current = draft
    return () => {
      latest.current = { ...draft, files: {} }
    }
  }, [draft])

  const examine = async (file: File, before: PreachingDraft): Promise<boolean> => {
    try {
      const { examineFile } = await import('../media/examine-file.ts')
      const format = await examineFile(file)
      if (latest.current.files.path === file) {
        latest.current.form.set('media_format', format)
      }
      return true
    } catch (error) {
      // What could not be looked into is left to the preparing, which is told about like every failed save.
      const refusal = error instanceof MediaError ? refusalOf(file, error) : undefined
      if (refusal === undefined || latest.current.files.path !== file) {
        return true
      }
      if (before.files.path === undefined) {
        latest.current.clear('path')
      } else {
        latest.current.choose('path', before.files.path)
        latest.current.form.set('media_format', before.form.values.media_format)
      }
      await showMessage(refusal)
      return false
    }
  }
  return {
    choose(file: File) {
      draft.choose('path', file)
      examined.current = examine(file, draft)
    },
    /** Whether the chosen recording can be taken, as far as can be told without preparing it. */
    examined: () => examined.current,
  }
}

function refusalOf(file: File, error: MediaError): Message | undefined {
  const cause = causeOfMedia(error)
  if (cause.length === 0) {
    return undefined
  }
  const message =
    error.code === 'unknown_container'
      ? t('preaching.file.invalidMedia')
      : t('preaching.file.notTaken', { name: file.name })
  const formats = ['cut_off', 'out_of_space'].includes(error.code) ? [] : [t('preaching.save.formats')]
  return { status: 'error', message, details: [...cause, ...formats] }
}
