import { copiesFolder, SMALL_AMONG } from '@vestry/contract/poster-copies.ts'
import { deleteReleasedFiles } from '../media/delete-released-files.ts'
import { UploadError } from '../media/media-types.ts'

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
  const { uploadFile } = await import('../media/upload-file.ts')
  const stored: string[] = []
  const store = async (blob: Blob, stem: string, into: string, isOnlyName?: true) => {
    const name = `${stem}.${blob.type === 'image/webp' ? 'webp' : 'jpg'}`
    const file = new File([blob], name, { type: blob.type })
    const source = { file, name, contentType: blob.type, ...(isOnlyName && { isOnlyName }) }
    const answer = await uploadFile(source, into, { onProgress: () => undefined, signal })
    stored.push(answer.path)
    return answer.path
  }
  try {
    if (cut.cut === undefined) {
      return await store(cut.small, `${poster.name.replace(/\.[^.]*$/, '')}-320`, folder)
    }
    const { square, ...others } = cut.cut
    const beside = copiesFolder(path)
    for (const [stem, blob] of Object.entries({ ...others, ...(square && { square }) })) {
      await store(blob, stem, beside, true)
    }
    return await store(cut.small, square ? SMALL_AMONG.square : SMALL_AMONG.wide, beside, true)
  } catch (error) {
    void deleteReleasedFiles(stored)
    if (error instanceof UploadError && error.code === 'aborted') {
      throw error
    }
    console.warn('The copies of the poster could not be stored', error)
    return undefined
  }
}
