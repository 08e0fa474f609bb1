import { useQueryClient } from '@tanstack/react-query'
import type { PreachingItem } from '@vestry/contract/preaching.ts'
import { useEffect, useRef, useState } from 'react'
import { renewSession } from '../auth/session.ts'
import { useConflict } from '../forms/use-conflict.ts'
import { useMessages } from '../messages/use-messages.ts'
import { showProgress, whileShowing } from '../ui/dialogs.ts'
import { findPreaching, PREACHING } from './preaching-calls.ts'
import { type SaveOutcome, savePreaching } from './save-preaching.ts'
import { createProgressTeller, showSaveOutcome } from './show-save-outcome.ts'
import type { PreachingDraft } from './use-preaching-draft.ts'

/**
 * Saves a draft, and tells how that went. `onSaved` is called once the person has dismissed the good news.
 * Whatever fails, the draft stays as it is.
 */
export function usePreachingSave(
  item: PreachingItem | undefined,
  draft: PreachingDraft,
  /** Settles with whether the chosen recording can be taken; if not, the person knows. */
  examined: () => Promise<boolean>,
  onSaved: () => void,
) {
  const { t } = useMessages()
  const queries = useQueryClient()
  const conflict = useConflict()
  const [done, setDone] = useState(false)
  const busy = useRef(false)
  const here = useRef(true)
  const running = useRef<AbortController>(undefined)

  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
      running.current?.abort()
    }
  }, [])

  const run = async (): Promise<SaveOutcome> => {
    const stop = new AbortController()
    running.current = stop
    const cancel = { onCancel: () => stop.abort() }
    const hasFiles = Object.keys(draft.files).length > 0
    const overlay = showProgress(
      hasFiles
        ? { message: t('preaching.save.uploading'), fraction: 0, ...cancel }
        : { message: t('ui.progress.saving') },
    )
    const tell = createProgressTeller(() => performance.now())
    try {
      return await savePreaching({
        uuid: item?.uuid ?? draft.memory.newUuid,
        version: item?.version,
        values: draft.form.values,
        files: draft.files,
        year: new Date().getFullYear(),
        memory: draft.memory,
        signal: stop.signal,
        onProgress: (progress) => {
          if (hasFiles) {
            // What the server is about to write can't be called off any more.
            const cancelling = progress.phase === 'saving' ? { onCancel: undefined } : cancel
            overlay.replace({ message: t('preaching.save.uploading'), ...tell(progress), ...cancelling })
          }
        },
      })
    } finally {
      overlay.close()
    }
  }

  const save = async () => {
    if (busy.current || !draft.form.check()) {
      return
    }
    busy.current = true
    try {
      const known = await Promise.race([examined(), undefined])
      if (!(known ?? (await whileShowing(t('ui.progress.processing'), examined)))) {
        return
      }
      const outcome = await run()
      const isSettled =
        outcome.kind === 'refused' &&
        item !== undefined &&
        (await conflict.settles(outcome.error, {
          title: t('preaching.conflict.title'),
          load: () => queries.fetchQuery({ ...findPreaching(item.uuid), staleTime: 0 }),
          loadFailed: t('preaching.form.loadFailed'),
          setAside: draft.setAside,
        }))
      if (isSettled) {
        return
      }
      if (await isSessionOver(outcome)) {
        return
      }
      if (outcome.kind === 'saved') {
        setDone(true)
        void queries.invalidateQueries({ queryKey: [...PREACHING, 'list'] })
      }
      await showSaveOutcome(outcome, item === undefined)
      if (outcome.kind === 'saved' && here.current) {
        onSaved()
      } else if (outcome.kind === 'refused') {
        draft.form.refuseNamed(outcome.error.field, outcome.error.message)
      }
    } finally {
      busy.current = false
    }
  }

  return {
    save,
    /** Whether the item is saved, so that leaving loses nothing. */
    done,
    notice: conflict.notice,
    restore: conflict.restore,
    reset() {
      draft.reset()
      conflict.forget()
    },
  }
}

/** Whether nobody is signed in any more, which the sign-in page says; what failed at the store doesn't tell. */
async function isSessionOver(outcome: SaveOutcome): Promise<boolean> {
  if (outcome.kind === 'not_uploaded' && ['denied', 'failed'].includes(outcome.error.code)) {
    return !(await renewSession().catch(() => true))
  }
  return outcome.kind === 'refused' && outcome.error.code === 'not_signed_in'
}
