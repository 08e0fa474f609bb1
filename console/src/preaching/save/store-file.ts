import { ApiError } from '../../api/call-api.ts'
import { fetchCode } from '../../api/fetch-code.ts'
import { UploadError } from '../../media/media-types.ts'
import { claim, claimed, FileNotStored, notClaimed } from '../form/chosen-files.ts'
import type { FilesAtWork } from '../form/files-store.ts'
import { type FileType, folderOf } from '../form/upload-kinds.ts'

/** The bytes of one file that are sent, and whether it waits for the connection. */
export type Report = (loaded: number, waiting?: boolean) => void

/** The number of bytes that are uploaded of a file: those of its prepared copy, if it has one. */
export function sizeOf(file: File, store: FilesAtWork): number {
  return store.workOn(file).prepared?.file.size ?? file.size
}

/** Uploads a file and remembers where it is; a file that is stored already is not sent again. */
export async function storeFile(
  file: File,
  type: FileType,
  job: { store: FilesAtWork; year: number; signal: AbortSignal; folder?: string | undefined },
  report: Report,
): Promise<void> {
  const { store } = job
  const { prepared, stored } = store.workOn(file)
  if (stored !== undefined) {
    report(sizeOf(file, store))
    return
  }
  let sent = 0
  report(sent)
  const { uploadFile } = await fetchCode(() => import('../../media/uploads/upload-file.ts'))
  const source = prepared ?? { file, name: file.name, contentType: file.type }
  const folder = job.folder ?? folderOf(type === 'image' ? 'image' : 'media', job.year)
  // A given folder was made for this file alone.
  const how = job.folder === undefined ? {} : ({ isOnlyName: true } as const)
  const { path } = await uploadFile({ ...source, ...how }, folder, {
    onProgress: ({ loaded }) => {
      sent = loaded
      report(sent)
    },
    onWaiting: () => report(sent, true),
    signal: job.signal,
  }).catch((error: unknown) => {
    throw error instanceof UploadError ? new FileNotStored(type, error) : error
  })
  const duration = Math.round(prepared?.duration ?? 0)
  store.note(file, { stored: { path, type, ...(duration > 0 && { duration }) } })
  await prepared?.dispose()
}

/**
 * Sends the record that names the stored files. Without a readable response they may already belong to the record,
 * whatever a later call is refused for.
 */
export async function claimStored<Answer>(
  store: Pick<FilesAtWork, 'changeFiles'>,
  send: () => Promise<Answer>,
): Promise<Answer> {
  store.changeFiles(claim)
  try {
    const answer = await send()
    store.changeFiles(claimed)
    return answer
  } catch (error) {
    store.changeFiles((files) => notClaimed(files, isRefusal(error)))
    throw error
  }
}

/** Whether it is certain that nothing was changed. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.code !== 'unreadable' && error.status >= 400 && error.status < 500
}
