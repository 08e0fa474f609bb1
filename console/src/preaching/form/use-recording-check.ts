import { useEffect, useRef } from 'react'
import { fetchCode } from '../../api/fetch-code.ts'
import { beginMeasuring } from '../../media/measuring.ts'
import { showMessage } from '../../ui/dialogs/dialogs.ts'
import type { Found } from '../sound/judge-recording.ts'
import type { PendingFiles } from './chosen-files.ts'
import type { PreachingValues } from './preaching-fields.ts'

type Draft = {
  form: {
    values: PreachingValues
    set: (field: 'media_format', format: PreachingValues['media_format']) => void
  }
  files: PendingFiles
  choose: (field: 'path', file: File) => void
  clear: (field: 'path') => void
  /** A recording that can be taken, with what it says of itself and the form of its sound. */
  taken: (file: File, found: Found) => void
}

/**
 * Looks into a recording as soon as it is chosen. One that can't be taken is refused at once, and the draft has the
 * one before it again.
 */
export function useRecordingCheck(draft: Draft) {
  const latest = useRef(draft)
  const checked = useRef<Promise<boolean>>(Promise.resolve(true))
  useEffect(() => {
    latest.current = draft
    return () => {
      latest.current = { ...draft, files: {} }
    }
  }, [draft])

  const examine = async (file: File, before: Draft): Promise<boolean> => {
    const isWanted = () => latest.current.files.path === file
    const { judgeRecording } = await fetchCode(() => import('../sound/judge-recording.ts'))
    const verdict = await judgeRecording(file, isWanted)
    if (verdict.kind === 'taken' && isWanted()) {
      latest.current.form.set('media_format', verdict.format)
      latest.current.taken(file, verdict.found)
    }
    if (verdict.kind !== 'refused' || !isWanted()) {
      return true
    }
    if (before.files.path === undefined) {
      latest.current.clear('path')
    } else {
      latest.current.choose('path', before.files.path)
      beginMeasuring(before.files.path)
      latest.current.form.set('media_format', before.form.values.media_format)
    }
    if (verdict.message) {
      await showMessage(verdict.message)
    }
    return false
  }
  return {
    choose(file: File) {
      draft.choose('path', file)
      // Whose code can't be loaded is left to the preparing too.
      const check = examine(file, draft).catch(() => true)
      checked.current = check
      void check.then((canBeTaken) => {
        if (!canBeTaken && checked.current === check) {
          // The recording before it is there again.
          checked.current = Promise.resolve(true)
        }
      })
    },
    /** Settles with whether the chosen recording can be taken, as far as can be told without preparing it. */
    settled: () => checked.current,
  }
}
