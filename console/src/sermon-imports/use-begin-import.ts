import { useQueryClient } from '@tanstack/react-query'
import { MAX_IMPORTED_SERMONS } from '@vestry/contract/rules/sermon-import-rules.ts'
import type { SourceSermon } from '@vestry/contract/sermon-sources/source-sermon.ts'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, callApi } from '../api/call-api.ts'
import { tellRefusal } from '../api/show-failure.ts'
import { t } from '../messages/messages.ts'
import { paths } from '../paths.ts'
import { listPreachers } from '../preaching/preaching-calls.ts'
import { type Progress, showMessage, showProgress } from '../ui/dialogs/dialogs.ts'
import { askWordPress, WordPressError } from './ask-wordpress.ts'
import { isRecording } from './folder-sermon.ts'
import { readFolder, rememberFolder } from './read-folder.ts'
import { reloadSermonImports } from './sermon-import-calls.ts'

type Work = { onProgress: (progress: Partial<Progress>) => void; signal: AbortSignal }

/** The ways to begin an import. Each leads to its preview, or says what is wrong and changes nothing. */
export function useBeginImport() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const busy = useRef(false)

  /**
   * Runs one at a time, and each can be cancelled; `read` returns the import's id, or nothing if it has shown why not.
   * `refused` is the meaning of a refusal.
   */
  async function begin(
    read: (work: Work) => Promise<number | undefined>,
    refused = t('sermonImport.readFailed'),
  ) {
    if (busy.current) {
      return
    }
    busy.current = true
    const stop = new AbortController()
    const message = t('sermonImport.reading')
    const onCancel = () => stop.abort()
    const overlay = showProgress({ message, onCancel })
    const onProgress = (progress: Partial<Progress>) => overlay.replace({ message, onCancel, ...progress })
    try {
      const id = await read({ onProgress, signal: stop.signal })
      overlay.close()
      if (id !== undefined && !stop.signal.aborted) {
        void reloadSermonImports()
        await navigate(paths.sermonImport(id))
      }
    } catch (error) {
      overlay.close()
      await explain(error, stop.signal, refused)
    } finally {
      busy.current = false
    }
  }

  async function send(
    source: 'wordpress' | 'folder',
    name: string,
    sermons: readonly SourceSermon[],
    signal: AbortSignal,
  ): Promise<number> {
    const body = { source, name: name.slice(0, 255), sermons: sermons.slice(0, MAX_IMPORTED_SERMONS) }
    const { id } = await callApi('POST /sermonImports', { body, signal })
    if (sermons.length > MAX_IMPORTED_SERMONS) {
      const counts = { max: MAX_IMPORTED_SERMONS, count: sermons.length }
      void showMessage({ status: 'warning', message: t('sermonImport.tooMany', counts) })
    }
    return id
  }

  return {
    wordPress: (files: readonly File[]) =>
      begin(async ({ onProgress, signal }) => {
        const onFraction = (fraction: number) => onProgress({ fraction })
        const read = await askWordPress(files, { onProgress: onFraction, signal })
        onProgress({})
        if (read.sermons.length === 0) {
          await showMessage({ status: 'error', message: t('sermonImport.problem.no_sermons') })
          return undefined
        }
        const id = await send('wordpress', read.title || (files[0]?.name ?? ''), read.sermons, signal)
        if (read.isCutOff) {
          void showMessage({ status: 'warning', message: t('sermonImport.cutOff') })
        }
        return id
      }),

    folder: (files: readonly File[]) =>
      begin(async ({ onProgress, signal }) => {
        const recordings = recordingsIn(files)
        if (recordings.length === 0) {
          await showMessage({ status: 'error', message: t('sermonImport.folder.none') })
          return undefined
        }
        const presenters = await queries.fetchQuery(listPreachers)
        const { sermons, folder } = await readFolder(recordings, presenters, {
          onFile: reportFile(onProgress, recordings.length),
          signal,
        })
        onProgress({})
        const id = await send('folder', pathOf(recordings[0]).split('/')[0] ?? '', sermons, signal)
        rememberFolder(id, folder)
        return id
      }),

    podcast: (address: string) =>
      begin(async ({ signal }) => {
        const { id } = await callApi('POST /sermonImports/podcast', { body: { address }, signal })
        return id
      }, t('sermonImport.podcast.failed')),

    store: () =>
      begin(async ({ signal }) => {
        const { id } = await callApi('POST /sermonImports/store', { signal })
        return id
      }, t('sermonImport.store.none')),
  }
}

/** Says which one of how many files is being read. */
export function reportFile(onProgress: Work['onProgress'], count: number) {
  return ({ name }: File, number: number) =>
    onProgress({
      phase: t('sermonImport.readingFile', { name, number, count }),
      fraction: (number - 1) / count,
    })
}

/** The recordings among these files, always in the same order. */
export function recordingsIn(files: readonly File[]): File[] {
  return files.filter(isRecording).sort((a, b) => pathOf(a).localeCompare(pathOf(b)))
}

/** The path of a file in the chosen folder; empty without a folder. */
function pathOf(file: File | undefined): string {
  return file?.webkitRelativePath ?? ''
}

/** Nothing is said when it was cancelled, or when the session has ended, which the sign-in page says. */
async function explain(error: unknown, signal: AbortSignal, refused: string): Promise<void> {
  if (signal.aborted) {
    return
  }
  if (error instanceof WordPressError) {
    await showMessage({ status: 'error', message: t(`sermonImport.problem.${error.problem}`) })
  } else if (!(error instanceof ApiError)) {
    throw error
  } else {
    const failed = error.code === 'invalid_request' ? refused : t('sermonImport.readFailed')
    await tellRefusal(failed, error)
  }
}
