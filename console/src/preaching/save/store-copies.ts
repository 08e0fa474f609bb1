import { copiesFolder, SMALL_AMONG, withCopies } from '@vestry/contract/files/poster-copies.ts'
import { UploadError } from '../../media/media-types.ts'
import { type CutPicture, cutPicture } from '../../media/pictures/cut-picture.ts'
import { safeName } from '../../media/uploads/object-names.ts'
import { uploadFile } from '../../media/uploads/upload-file.ts'
import { deleteReleasedFiles } from '../delete-released-files.ts'
import { FileNotStored, type PictureCopies } from '../form/chosen-files.ts'
import type { FilesAtWork } from '../form/files-store.ts'
import { folderOf } from '../form/upload-kinds.ts'
import { type Report, storeFile } from './store-file.ts'

type Job = { store: FilesAtWork; year: number; signal: AbortSignal }

/**
 * Stores the small copy of a poster, and beside it those that public pages and podcast apps need. Without a copy the
 * poster itself is shown.
 *
 * @throws {FileNotStored} when it was cancelled
 */
export async function storeCopies(poster: File, path: string, job: Job): Promise<PictureCopies | undefined> {
  const picture = await cutPicture(poster)
  if (picture === undefined) {
    return undefined
  }
  const { small, cut } = picture
  const { signal } = job
  const all: string[] = []
  try {
    if (cut === undefined) {
      const name = `${poster.name.replace(/\.[^.]*$/, '')}-320`
      await storeBlob(small, name, { folder: folderOf('image', job.year), signal }, all)
    } else {
      const into: Into = { folder: copiesFolder(path), isOnlyName: true, signal }
      await storeCut(cut, into, all)
      await storeBlob(small, cut.square ? SMALL_AMONG.square : SMALL_AMONG.wide, into, all)
    }
    return { small: all.at(-1) ?? '', all }
  } catch (error) {
    return giveUp(error, all)
  }
}

/**
 * Stores the picture of a series and, if it is large enough for all of them, beside it the copies that public pages and
 * podcast apps need.
 *
 * @throws {FileNotStored} when it can't be uploaded, or was cancelled
 */
export async function storePicture(picture: File, job: Job & { report: Report }): Promise<void> {
  const { store, year, signal, report } = job
  if (store.workOn(picture).stored !== undefined) {
    return
  }
  const cut = (await cutPicture(picture))?.cut
  const all: string[] = []
  let folder: string | undefined
  if (cut?.square !== undefined) {
    folder = copiesFolder(`${folderOf('image', year)}${crypto.randomUUID()}/${safeName(picture.name)}`)
    try {
      await storeCut(cut, { folder, isOnlyName: true, signal }, all)
    } catch (error) {
      folder = giveUp(error, all)
    }
  }
  try {
    await storeFile(picture, 'image', { store, year, signal, folder }, report)
  } catch (error) {
    void deleteReleasedFiles(all)
    throw error
  }
  const { stored } = store.workOn(picture)
  if (stored !== undefined && folder !== undefined) {
    store.note(picture, { stored: { ...stored, copies: { all: withCopies(stored.path).slice(1) } } })
  }
}

type Into = { folder: string; isOnlyName?: true; signal: AbortSignal }

async function storeCut({ square, ...others }: NonNullable<CutPicture['cut']>, into: Into, all: string[]) {
  for (const [stem, blob] of Object.entries({ ...others, ...(square && { square }) })) {
    await storeBlob(blob, stem, into, all)
  }
}

async function storeBlob(
  blob: Blob,
  stem: string,
  { folder, signal, ...how }: Into,
  all: string[],
): Promise<void> {
  const name = `${stem}.${blob.type === 'image/webp' ? 'webp' : 'jpg'}`
  const file = new File([blob], name, { type: blob.type })
  const { path } = await uploadFile({ file, name, contentType: blob.type, ...how }, folder, {
    onProgress: () => undefined,
    signal,
  })
  all.push(path)
}

/** A picture without copies is shown itself. */
function giveUp(error: unknown, stored: readonly string[]): undefined {
  void deleteReleasedFiles(stored)
  if (error instanceof UploadError && error.code === 'aborted') {
    throw new FileNotStored('image', error)
  }
  console.warn('The copies of a picture could not be stored', error)
}
