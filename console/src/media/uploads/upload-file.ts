import { UploadError, type UploadOptions, type UploadSource } from '../media-types.ts'
import { fingerprintOf } from './fingerprint.ts'
import { freePaths, ifFree, MARK_HEADER, markOf } from './free-names.ts'
import { holdName } from './held-name.ts'
import { safeName } from './object-names.ts'
import { partSizeFor, WHOLE_UP_TO } from './part-plan.ts'
import {
  abandonParts,
  beginParts,
  completeParts,
  listParts,
  type StoredPart,
  sendParts,
} from './part-upload.ts'
import { isSuccess, onStoreWaiting, refusal, sendToStore } from './store-requests.ts'
import { deleteStoredFile } from './stored-files.ts'
import { findUpload, forgetUpload, rememberUpload, type UploadRecord, uploadsOf } from './upload-records.ts'

const LOCK = 'vestry-upload-'

/**
 * Stores a file below `folder` under a name that nobody has, and returns its path. A large file is sent in parts; if it
 * is interrupted by anything but `signal`, calling this again with the same file, even after a reload, sends only what
 * is missing. Throws `UploadError`.
 */
export async function uploadFile(
  source: UploadSource,
  folder: string,
  options: UploadOptions,
): Promise<{ path: string }> {
  const stopListening = onStoreWaiting(() => options.onWaiting?.())
  try {
    const path = await (source.file.size > WHOLE_UP_TO ? inParts : asWhole)(source, folder, options)
    return { path }
  } catch (error) {
    if (options.signal.aborted) {
      throw new UploadError('aborted', 'The upload was cancelled.', { cause: error })
    }
    throw error instanceof UploadError ? error : new UploadError('failed', String(error), { cause: error })
  } finally {
    stopListening()
  }
}

async function asWhole(source: UploadSource, folder: string, options: UploadOptions): Promise<string> {
  const { onProgress, signal } = options
  const { file, contentType } = source
  const mark = crypto.randomUUID()
  for await (const key of freePaths(folder, source, signal)) {
    const headers = { 'content-type': contentType, ...ifFree(), [MARK_HEADER]: mark }
    const answer = await sendToStore(
      { method: 'PUT', key, headers },
      { body: file, signal, onProgress: (loaded) => onProgress({ loaded, total: file.size }) },
    ).catch(async (error: unknown) => {
      if (signal.aborted) {
        await removeIfMarked(key, mark)
      }
      throw error
    })
    if (isSuccess(answer) || (answer.status === 412 && (await markOf(key, signal)) === mark)) {
      return key
    }
    if (answer.status !== 412) {
      throw refusal(answer)
    }
  }
  throw new UploadError('failed', 'No name was free.')
}

async function inParts(source: UploadSource, folder: string, options: UploadOptions): Promise<string> {
  const wish = `${folder}${safeName(source.name)}`
  const id = `${await fingerprintOf(source.file)}.${wish}`
  const release = await holdName(LOCK + id)
  // Another tab that sends the same file keeps the record; this one then sends its own parts, and notes nothing.
  const owned = release !== undefined
  try {
    const record = owned ? findUpload(id, Date.now()) : undefined
    const stored = record && (await takeUp(source, id, record, options))
    return stored ?? (await beginAnew(source, folder, owned ? id : undefined, options))
  } finally {
    release?.()
  }
}

/** Removes what the store has of a prepared recording whose upload was interrupted and that nobody will send again. */
export async function abandonUploads(file: string): Promise<void> {
  for (const id of uploadsOf(file)) {
    const release = await holdName(LOCK + id)
    const record = release && findUpload(id, Date.now())
    if (record && (await abandonParts(record))) {
      forgetUpload(id)
    }
    release?.()
  }
}

/** Resumes an interrupted upload; `undefined` when the store doesn't know it any more. */
async function takeUp(
  source: UploadSource,
  id: string,
  record: UploadRecord,
  options: UploadOptions,
): Promise<string | undefined> {
  const done = await finish(source, id, record, true, options)
  forgetUpload(id)
  return done ? record.key : undefined
}

async function beginAnew(
  source: UploadSource,
  folder: string,
  id: string | undefined,
  options: UploadOptions,
): Promise<string> {
  const { file, contentType } = source
  for await (const key of freePaths(folder, source, options.signal)) {
    const mark = crypto.randomUUID()
    const uploadId = await beginParts(key, contentType, mark, options.signal)
    const partSize = partSizeFor(file.size)
    const record = { key, uploadId, partSize, mark, file: file.name, started: Date.now() }
    if (id !== undefined) {
      rememberUpload(id, record)
    }
    const done = await finish(source, id, record, false, options)
    if (id !== undefined) {
      forgetUpload(id)
    }
    if (done) {
      return key
    }
  }
  throw new UploadError('failed', 'No name was free.')
}

/**
 * Sends what is missing and puts it together. `broken`: some parts are in the store already. False if somebody else has
 * the path by now, or the store doesn't know the upload any more.
 */
async function finish(
  source: UploadSource,
  id: string | undefined,
  record: UploadRecord,
  broken: boolean,
  options: UploadOptions,
): Promise<boolean> {
  try {
    const there = broken ? await listParts(record, options.signal) : new Map<number, StoredPart>()
    const etags = there && (await sendParts(source, record, there, options))
    const end = etags ? await completeParts(record, etags, options.signal) : 'gone'
    const done = end === 'stored' || (await markOf(record.key, options.signal)) === record.mark
    if (end === 'taken' && !done) {
      await abandonParts(record)
    }
    return done
  } catch (error) {
    if (options.signal.aborted) {
      const gone = await abandonParts(record)
      await removeIfMarked(record.key, record.mark)
      // After the session has ended nobody can remove them: if the person sends the file again, they are used.
      if (gone && id !== undefined) {
        forgetUpload(id)
      }
    }
    throw error
  }
}

/** For how long to ask whether a cancelled upload was stored, in ms: the person waits. */
const ASKED_FOR = 5000

/** A cancelled upload may have been stored at the last moment. */
async function removeIfMarked(key: string, mark: string): Promise<void> {
  try {
    if ((await markOf(key, AbortSignal.timeout(ASKED_FOR))) === mark) {
      await deleteStoredFile(key)
    }
  } catch (error) {
    if (!(error instanceof UploadError)) {
      throw error
    }
  }
}
