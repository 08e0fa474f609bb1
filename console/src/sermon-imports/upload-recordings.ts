import type { SermonImportRow } from '@vestry/contract/calls/sermon-imports.ts'
import { fetchCode } from '../api/fetch-code.ts'
import { causeOfMedia, causeOfUpload } from '../media/failure-causes.ts'
import { MediaError, type PreparedFile, UploadError } from '../media/media-types.ts'
import { t } from '../messages/messages.ts'
import type { SaveProgress } from '../preaching/save/save-preaching.ts'
import { markOfPath } from './folder-sermon.ts'

/** A recording that could not be stored, and why. */
export type NotUploaded = { title: string; why: string }

/** Errors because of which no other recording can be stored either. */
const STOPS_ALL: readonly UploadError['code'][] = ['aborted', 'offline', 'denied', 'too_many', 'out_of_space']

/**
 * Uploads those recordings of these sermons that are not in the store yet, one after the other, each prepared as when a
 * sermon is saved. If one fails the others go on, unless the store accepts nothing more: then it throws `UploadError`.
 */
export async function uploadRecordings(
  rows: readonly SermonImportRow[],
  files: ReadonlyMap<string, File>,
  { onProgress, signal }: { onProgress: (progress: SaveProgress) => void; signal: AbortSignal },
): Promise<NotUploaded[]> {
  const { markOf } = await fetchCode(() => import('../media/uploads/free-names.ts'))
  const failed: NotUploaded[] = []
  const sizes = rows.map(({ recording }) => files.get(markOfPath(recording))?.size ?? 0)
  const total = sizes.reduce((sum, size) => sum + size, 0)
  let before = 0
  for (const [at, { title, recording }] of rows.entries()) {
    const size = sizes[at] ?? 0
    const report = (share: number, waiting = false) =>
      onProgress({
        phase: 'uploading',
        name: title,
        number: at + 1,
        count: rows.length,
        fraction: total === 0 ? 1 : (before + size * share) / total,
        loaded: before + size * share,
        total,
        waiting,
      })
    report(0)
    if ((await markOf(recording, signal)) === undefined) {
      const file = files.get(markOfPath(recording))
      const why =
        file === undefined
          ? t('sermonImport.uploadFailed.missing')
          : await uploadOne(file, recording, report, signal)
      if (why !== undefined) {
        failed.push({ title, why })
      }
    }
    before += size
  }
  return failed
}

/** Returns why a recording could not be stored, if the reason concerns only this one. */
async function uploadOne(
  file: File,
  path: string,
  report: (share: number, waiting?: boolean) => void,
  signal: AbortSignal,
): Promise<string | undefined> {
  const [{ prepareRecording }, { uploadFile }] = await fetchCode(() =>
    Promise.all([
      import('../media/recordings/prepare-recording.ts'),
      import('../media/uploads/upload-file.ts'),
    ]),
  )
  let prepared: PreparedFile | undefined
  try {
    prepared = await prepareRecording(file, { onProgress: () => undefined, signal })
    const end = path.lastIndexOf('/') + 1
    let share = 0
    await uploadFile({ ...prepared, name: path.slice(end), isOnlyName: true }, path.slice(0, end), {
      onProgress: ({ loaded, total }) => {
        share = total === 0 ? 1 : loaded / total
        report(share)
      },
      onWaiting: () => report(share, true),
      signal,
    })
    await prepared.dispose()
    return undefined
  } catch (error) {
    if (error instanceof MediaError && error.code !== 'aborted') {
      return causeOfMedia(error).join(' ') || t('sermonImport.uploadFailed.unknown')
    }
    if (error instanceof UploadError && !STOPS_ALL.includes(error.code)) {
      return causeOfUpload(error)[0] ?? t('sermonImport.uploadFailed.unknown')
    }
    throw error instanceof MediaError ? new UploadError('aborted', error.message, { cause: error }) : error
  } finally {
    prepared?.letGo()
  }
}
