import { ApiError } from '../api/call-api.ts'
import { showFailure } from '../api/show-failure.ts'
import { useMessages } from '../messages/use-messages.ts'
import { showMessage, showProgress } from '../ui/dialogs/dialogs.ts'
import steps from '../ui/imports/import-steps.module.css'
import { FolderArea } from './folder-area.tsx'
import { markOfPath } from './folder-sermon.ts'
import { type ChosenFolder, findFilesAgain, folderOfImport, rememberFolder } from './read-folder.ts'
import { listRowsIn } from './sermon-import-calls.ts'
import { recordingsIn, reportFile } from './use-begin-import.ts'

/** Asks for the folder of an import again, if this tab has never had it, or not all of it. */
export function FolderAgain({ id, onFolder }: { id: number; onFolder: (folder: ChosenFolder) => void }) {
  const { t } = useMessages()
  const take = async (given: readonly File[]) => {
    const recordings = recordingsIn(given)
    if (recordings.length === 0) {
      await showMessage({ status: 'error', message: t('sermonImport.folder.none') })
      return
    }
    const message = t('sermonImport.reading')
    const stop = new AbortController()
    const onCancel = () => stop.abort()
    const overlay = showProgress({ message, onCancel })
    try {
      const files = await findFilesAgain(recordings, {
        onFile: reportFile(
          (progress) => overlay.replace({ message, onCancel, ...progress }),
          recordings.length,
        ),
        signal: stop.signal,
      })
      const rows = await listRowsIn(id, ['new', 'alike', 'waiting', 'failed'])
      if (!rows.some(({ recording }) => files.has(markOfPath(recording)))) {
        overlay.close()
        await showMessage({ status: 'error', message: t('sermonImport.again.none') })
        return
      }
      const before = folderOfImport(id)
      const folder = {
        files: new Map([...(before?.files ?? []), ...files]),
        problems: before?.problems ?? new Map<number, string>(),
      }
      rememberFolder(id, folder)
      onFolder(folder)
    } catch (error) {
      overlay.close()
      if (error instanceof ApiError) {
        await showFailure(t('sermonImport.loadFailed'), error)
      } else if (!stop.signal.aborted) {
        throw error
      }
    } finally {
      overlay.close()
    }
  }
  return (
    <section className={steps.section}>
      <h2>{t('sermonImport.again.title')}</h2>
      <p className={steps.text}>{t('sermonImport.again.text')}</p>
      <FolderArea onFiles={(files) => void take(files)} />
    </section>
  )
}
