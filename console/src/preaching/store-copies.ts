import { copiesFolder, SMALL_AMONG } from '@vestry/contract/poster-copies.ts'
import type { CutPicture } from '../media/cut-picture.ts'
import { deleteReleasedFiles } from '../media/delete-released-files.ts'
import { UploadError } from '../media/media-types.ts'
import { safeName } from '../media/object-names.ts'

/**
 * Stores the small copy of a poster, and beside it those that public pages and podcast apps need; answers the path of the
 * small one, whose name tells of the others. Without one the poster itself is shown.
 *
 * @throws {UploadError} when it was cancelled
 */
export async function storeCopies(
  poster: File,
  path: string,
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<string | undefined> {
  const { cutPicture } = await import('../media/cut-picture.ts')
  const cut = await cutPicture(poster)
  if (cut === undefined) {
    return undefined
  }
  const stored: string[] = []
  try {
    if (cut.cut === undefined) {
      const name = `${poster.name.replace(/\.[^.]*$/, '')}-320`
      return await store(cut.small, name, { folder, isOwnFolder: false, signal }, stored)
    }
    const into = { folder: copiesFolder(path), isOwnFolder: true, signal }
    await storeCut(cut.cut, into, stored)
    return await store(cut.small, cut.cut.square ? SMALL_AMONG.square : SMALL_AMONG.wide, into, stored)
  } catch (error) {
    return giveUp(error, stored)
  }
}

/**
 * Stores what public pages and podcast apps need of a series' picture, if it is large enough for all of them; answers the
 * folder where the picture itself belongs then.
 *
 * @throws {UploadError} when it was cancelled
 */
export async function storeBeside(
  picture: File,
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<string | undefined> {
  const { cutPicture } = await import('../media/cut-picture.ts')
  const cut = (await cutPicture(picture))?.cut
  if (cut?.square === undefined) {
    return undefined
  }
  const own = copiesFolder(`${folder}${crypto.randomUUID()}/${safeName(picture.name)}`)
  const stored: string[] = []
  try {
    await storeCut(cut, { folder: own, isOwnFolder: true, signal }, stored)
    return own
  } catch (error) {
    return giveUp(error, stored)
  }
}

type Into = { folder: string; isOwnFolder: boolean; signal: AbortSignal }

async function storeCut({ square, ...others }: NonNullable<CutPicture['cut']>, into: Into, stored: string[]) {
  for (const [stem, blob] of Object.entries({ ...others, ...(square && { square }) })) {
    await store(blob, stem, into, stored)
  }
}

async function store(blob: Blob, stem: string, into: Into, stored: string[]): Promise<string> {
  const { folder, isOwnFolder, signal } = into
  const name = `${stem}.${blob.type === 'image/webp' ? 'webp' : 'jpg'}`
  const { uploadFile } = await import('../media/upload-file.ts')
  const file = new File([blob], name, { type: blob.type })
  const { path } = await uploadFile({ file, name, contentType: blob.type, isOwnFolder }, folder, {
    onProgress: () => undefined,
    signal,
  })
  stored.push(path)
  if (isOwnFolder && path !== folder + name) {
    throw new UploadError('failed', `${folder}${name} was there already.`)
  }
  return path
}

/** Without copies the picture itself is shown. */
function giveUp(error: unknown, stored: readonly string[]): undefined {
  void deleteReleasedFiles(stored)
  if (error instanceof UploadError && error.code === 'aborted') {
    throw error
  }
  console.warn('The copies of a picture could not be stored', error)
}
