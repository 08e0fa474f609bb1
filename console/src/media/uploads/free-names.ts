import { DEFAULT_POSTER_PATH } from '@vestry/contract/sermons/media.ts'
import { runtimeConfig } from '../../console-config.ts'
import type { UploadSource } from '../media-types.ts'
import { holdName } from './held-name.ts'
import { numberedNames, randomNames, safeName } from './object-names.ts'
import { refusal, sendToStore } from './store-requests.ts'

/** The metadata with which our objects are marked in the store. */
export const MARK_HEADER = 'x-amz-meta-upload'

/** The condition that a write finds nothing at its path. A store that doesn't know it gets names that can't clash. */
export function ifFree(): Record<string, string> {
  return runtimeConfig().randomNames ? {} : { 'if-none-match': '*' }
}

/**
 * Paths below `folder` that were free a moment ago, the one with the wished name first. No other tab of this browser
 * gets the same path until the next is asked for or the loop is left. What is written to a path must still be written
 * on condition that nothing is there, since another browser may be quicker.
 */
export async function* freePaths(
  folder: string,
  { name, isOnlyName }: Pick<UploadSource, 'name' | 'isOnlyName'>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const names = runtimeConfig().randomNames ? randomNames : numberedNames
  for (const candidate of isOnlyName ? [safeName(name)] : names(name)) {
    const key = `${folder}${candidate}`
    // Nobody may overwrite the server's own poster, even while it isn't there.
    if (key === DEFAULT_POSTER_PATH) {
      continue
    }
    const letGo = await holdName(`vestry-path-${key}`)
    if (letGo) {
      try {
        if ((await markOf(key, signal)) === undefined) {
          yield key
        }
      } finally {
        letGo()
      }
    }
  }
}

/**
 * The mark of the object at `key`, empty if it has none, `undefined` if there is no object. To a role that may not list
 * the bucket, S3 answers 403 if nothing is there; the write will then show whether something is.
 */
export async function markOf(key: string, signal: AbortSignal): Promise<string | undefined> {
  const answer = await sendToStore({ method: 'HEAD', key }, { signal })
  if (answer.status === 404 || answer.status === 403) {
    return undefined
  }
  if (answer.status !== 200) {
    throw refusal(answer)
  }
  return answer.header(MARK_HEADER) ?? ''
}
