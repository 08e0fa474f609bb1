import type { SermonImportChoices, SermonImportRow } from '@vestry/contract/calls/sermon-imports.ts'
import type { SermonImportRowState } from '@vestry/contract/rules/sermon-import-rules.ts'
import { useState } from 'react'
import { ApiError, callApi } from '../api/call-api.ts'
import { tellRefusal } from '../api/show-failure.ts'
import { confirmLeaving } from '../forms/confirm-leaving.ts'
import { causeOfUpload } from '../media/failure-causes.ts'
import { UploadError } from '../media/media-types.ts'
import { t } from '../messages/messages.ts'
import { createProgressFormatter } from '../preaching/form/save-messages.ts'
import { showMessage, showProgress } from '../ui/dialogs/dialogs.ts'
import { useLeaveGuard } from '../ui/use-leave-guard.ts'
import { saying } from './change-import.ts'
import type { ChosenFolder } from './read-folder.ts'
import { type FoundImport, listRowsIn, reloadSermonImports } from './sermon-import-calls.ts'
import { type NotUploaded, uploadRecordings } from './upload-recordings.ts'

/** What is started: the chosen sermons in these states, with the choices if the server does not have them yet. */
type Start = {
  states: readonly SermonImportRowState[]
  isChosen: (row: SermonImportRow) => boolean
  choices?: SermonImportChoices
}

/** Starts an import or continues it; the recordings of a folder are uploaded first. */
export function useImportRun(
  { id, source }: Pick<FoundImport, 'id' | 'source'>,
  folder: ChosenFolder | undefined,
) {
  const [isUploading, setIsUploading] = useState(false)
  useLeaveGuard(isUploading, confirmLeaving)

  /** Returns whether to go on: not if the import was stopped, or if the store accepts nothing. */
  async function upload({ states, isChosen }: Start, files: ChosenFolder['files']): Promise<boolean> {
    const stop = new AbortController()
    const message = t('sermonImport.uploading')
    const onCancel = () => stop.abort()
    const progressOf = createProgressFormatter(() => performance.now())
    const overlay = showProgress({ message, fraction: 0, onCancel })
    setIsUploading(true)
    try {
      const rows = (await listRowsIn(id, states)).filter(isChosen)
      const failed = await uploadRecordings(rows, files, {
        onProgress: (progress) => overlay.replace({ message, onCancel, ...progressOf(progress) }),
        signal: stop.signal,
      })
      overlay.close()
      await explain(failed)
      return true
    } catch (error) {
      overlay.close()
      if (error instanceof ApiError) {
        await tellRefusal(t('sermonImport.startFailed'), error)
      } else if (!(error instanceof UploadError)) {
        throw error
      } else if (!stop.signal.aborted) {
        await showMessage({
          status: 'error',
          message: t('sermonImport.uploadStopped'),
          details: [...causeOfUpload(error), t('sermonImport.uploadStopped.text')],
          reference: error.reference,
        })
      }
      return false
    } finally {
      overlay.close()
      setIsUploading(false)
    }
  }

  return async function start(what: Start): Promise<boolean> {
    if (source === 'folder' && !(await upload(what, folder?.files ?? new Map()))) {
      return false
    }
    const { choices } = what
    let isElsewhere = false
    const isStarted = await saying(t('sermonImport.starting'), t('sermonImport.startFailed'), async () => {
      // Once it is started, the server accepts no other choices.
      isElsewhere =
        choices !== undefined &&
        (await callApi('GET /sermonImports/one', { query: { id, limit: 1 } })).state !== 'read'
      if (!isElsewhere) {
        await callApi('POST /sermonImports/start', { body: { id, ...(choices && { choices }) } })
      }
      await reloadSermonImports()
    })
    if (isElsewhere) {
      await showMessage({ status: 'warning', message: t('sermonImport.startedElsewhere') })
    }
    return isStarted
  }
}

async function explain(failed: readonly NotUploaded[]): Promise<void> {
  if (failed.length > 0) {
    await showMessage({
      status: 'warning',
      message: t('sermonImport.uploadFailed', { count: failed.length }),
      details: [
        ...failed.map((one) => t('sermonImport.uploadFailed.of', one)),
        t('sermonImport.uploadFailed.others'),
      ],
    })
  }
}
