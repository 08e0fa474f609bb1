import { UploadError, type UploadOptions, type UploadSource } from '../media-types.ts'
import { ifFree, MARK_HEADER } from './free-names.ts'
import { completionOf, type Part, planParts } from './part-plan.ts'
import { isSuccess, refusal, sendToStore } from './store-requests.ts'
import type { UploadRecord } from './upload-records.ts'

/** How many parts are sent at the same time: while the store writes one to its disk, the next ones are on their way. */
const LANES = 3
/** The store may take a while to put a large object together. */
const COMPLETION_PATIENCE = 10 * 60_000
const ABANDONED_WITHIN = 5000

/** A part that the store has; `size` is in bytes. */
export type StoredPart = { etag: string; size: number }

/** Begins an upload in parts at `key`, and returns its id. */
export async function beginParts(
  key: string,
  contentType: string,
  mark: string,
  signal: AbortSignal,
): Promise<string> {
  const answer = await sendToStore(
    {
      method: 'POST',
      key,
      query: { uploads: '' },
      headers: { 'content-type': contentType, [MARK_HEADER]: mark },
    },
    { signal },
  )
  const uploadId = isSuccess(answer) ? answer.document().querySelector('UploadId')?.textContent : undefined
  if (!uploadId) {
    throw refusal(answer)
  }
  return uploadId
}

/** The parts that the store has, by number; `undefined` when it no longer knows the upload. */
export async function listParts(
  { key, uploadId }: UploadRecord,
  signal: AbortSignal,
): Promise<Map<number, StoredPart> | undefined> {
  const answer = await sendToStore({ method: 'GET', key, query: { uploadId } }, { signal })
  if (answer.status === 404) {
    return undefined
  }
  if (!isSuccess(answer)) {
    throw refusal(answer)
  }
  const parts = Array.from(answer.document().querySelectorAll('Part'), (part) => {
    const text = (name: string) => part.querySelector(name)?.textContent ?? ''
    return [Number(text('PartNumber')), { etag: text('ETag'), size: Number(text('Size')) }] as const
  })
  return new Map(parts)
}

/**
 * Sends the parts that are not in `there` yet, a few at a time, and returns the tags of all of them in order;
 * `undefined` when the store no longer knows the upload.
 */
export async function sendParts(
  source: UploadSource,
  record: UploadRecord,
  there: Map<number, StoredPart>,
  { onProgress, signal }: UploadOptions,
): Promise<string[] | undefined> {
  const plan = planParts(source.file.size, record.partSize)
  const etags: string[] = []
  const sent = new Map<number, number>()
  const tell = () => {
    const loaded = [...sent.values()].reduce((sum, bytes) => sum + bytes, 0)
    onProgress({ loaded, total: source.file.size })
  }
  const missing = plan.filter(({ number, start, end }) => {
    const part = there.get(number)
    if (part?.size !== end - start) {
      return true
    }
    etags[number - 1] = part.etag
    sent.set(number, part.size)
    return false
  })
  tell()
  const stop = new AbortController()
  const either = AbortSignal.any([signal, stop.signal])
  let lost = false
  const lane = async () => {
    for (let part = missing.shift(); part && !lost; part = missing.shift()) {
      const { number, start, end } = part
      const onPart = (loaded: number) => {
        sent.set(number, Math.min(loaded, end - start))
        tell()
      }
      const etag = await sendPart(source.file, record, part, either, onPart)
      if (etag === undefined) {
        lost = true
        stop.abort()
      } else {
        etags[number - 1] = etag
        onPart(end - start)
      }
    }
  }
  try {
    await Promise.all(Array.from({ length: LANES }, () => lane()))
  } catch (error) {
    stop.abort()
    if (!lost) {
      throw error
    }
  }
  return lost ? undefined : etags
}

async function sendPart(
  file: File,
  { key, uploadId }: UploadRecord,
  { number, start, end }: Part,
  signal: AbortSignal,
  onProgress: (loaded: number) => void,
): Promise<string | undefined> {
  const answer = await sendToStore(
    { method: 'PUT', key, query: { partNumber: String(number), uploadId } },
    { body: file.slice(start, end), signal, onProgress },
  )
  if (answer.status === 404) {
    return undefined
  }
  const etag = answer.header('ETag')
  if (!isSuccess(answer) || !etag) {
    throw refusal(answer)
  }
  return etag
}

/**
 * Puts the parts together, on condition that nothing is at the path. `taken`: something is. `gone`: the store no longer
 * knows the upload, perhaps because a response was lost and everything is done.
 */
export async function completeParts(
  { key, uploadId }: UploadRecord,
  etags: readonly string[],
  signal: AbortSignal,
): Promise<'stored' | 'taken' | 'gone'> {
  const answer = await sendToStore(
    {
      method: 'POST',
      key,
      query: { uploadId },
      headers: { 'content-type': 'application/xml', ...ifFree() },
    },
    { body: completionOf(etags), signal, patience: COMPLETION_PATIENCE },
  )
  if (answer.status === 412) {
    return 'taken'
  }
  if (answer.status === 404) {
    return 'gone'
  }
  if (!isSuccess(answer)) {
    throw refusal(answer)
  }
  return 'stored'
}

/**
 * Removes the parts of an upload that is given up, and returns whether they are gone. If the store can't be reached
 * now, it removes them by itself later.
 */
export async function abandonParts({ key, uploadId }: UploadRecord): Promise<boolean> {
  try {
    const answer = await sendToStore(
      { method: 'DELETE', key, query: { uploadId } },
      { signal: AbortSignal.timeout(ABANDONED_WITHIN) },
    )
    return isSuccess(answer) || answer.status === 404
  } catch (error) {
    if (!(error instanceof UploadError)) {
      throw error
    }
    return false
  }
}
