import type { RecordingTags } from '@vestry/contract/sermon-sources/recording-tags.ts'
import { useEffect, useRef } from 'react'
import { fetchCode } from '../api/fetch-code.ts'
import { causeOfMedia } from '../media/failure-causes.ts'
import { beginMeasuring } from '../media/measuring.ts'
import { MediaError } from '../media/media-types.ts'
import type { SoundForm } from '../media/sound/plan-sound.ts'
import { t } from '../messages/messages.ts'
import { type Message, showMessage } from '../ui/dialogs.ts'
import type { PreachingValues } from './preaching-fields.ts'
import type { PendingFiles } from './save-memory.ts'

type Draft = {
  form: {
    values: PreachingValues
    set: (field: 'media_format', format: PreachingValues['media_format']) => void
  }
  files: PendingFiles
  choose: (field: 'path', file: File) => void
  clear: (field: 'path') => void
  /** A recording that can be taken, with what it says of itself and the form of its sound. */
  taken: (file: File, found: { tags: RecordingTags; form: SoundForm }) => void
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
    try {
      const { examineFile } = await fetchCode(() => import('../media/examine-file.ts'))
      let found: Parameters<Draft['taken']>[1] = { tags: {}, form: { codec: undefined, isFilm: false } }
      const format = await examineFile(file, (told) => {
        found = told
      })
      if (latest.current.files.path === file) {
        latest.current.form.set('media_format', format)
        latest.current.taken(file, found)
      }
      return true
    } catch (error) {
      // What could not be looked into is left to the preparing, which is reported like every failed save.
      const refusal = error instanceof MediaError ? refusalOf(file, error) : undefined
      if (refusal === undefined || latest.current.files.path !== file) {
        return true
      }
      if (before.files.path === undefined) {
        latest.current.clear('path')
      } else {
        latest.current.choose('path', before.files.path)
        beginMeasuring(before.files.path)
        latest.current.form.set('media_format', before.form.values.media_format)
      }
      await showMessage(refusal)
      return false
    }
  }
  return {
    choose(file: File) {
      draft.choose('path', file)
      const check = examine(file, draft)
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

function refusalOf(file: File, error: MediaError): Message | undefined {
  const cause = causeOfMedia(error)
  if (cause.length === 0) {
    return undefined
  }
  const message =
    error.code === 'unknown_container'
      ? t('preaching.file.invalidMedia')
      : t('preaching.file.notUsable', { name: file.name })
  const formats = ['cut_off', 'out_of_space'].includes(error.code) ? [] : [t('preaching.save.formats')]
  return { status: 'error', message, details: [...cause, ...formats] }
}
