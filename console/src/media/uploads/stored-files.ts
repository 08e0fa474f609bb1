import { DEFAULT_POSTER_PATH } from '@vestry/contract/sermons/media.ts'
import { runtimeConfig } from '../../console-config.ts'
import { isSuccess, refusal, sendToStore } from './store-requests.ts'
import { presignForStore } from './store-signer.ts'

/** An answer comes within this time, in ms, even if the store can't be reached. */
const PERSISTENCE = 20_000

/**
 * Removes a file from the store, unless it is the server's own; a file that isn't there is no error. Throws
 * `UploadError`.
 */
export async function deleteStoredFile(path: string): Promise<void> {
  if (path === DEFAULT_POSTER_PATH || runtimeConfig().serverRemoves) {
    return
  }
  const answer = await sendToStore(
    { method: 'DELETE', key: path },
    { signal: AbortSignal.timeout(PERSISTENCE), persistence: PERSISTENCE },
  )
  if (!isSuccess(answer) && answer.status !== 404) {
    throw refusal(answer)
  }
}

/** An address from which the browser can show or play a stored file, good for an hour. */
export async function storedFileUrl(path: string): Promise<string> {
  return await presignForStore(path)
}
