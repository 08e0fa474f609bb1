import { askWorker } from '../ask-worker.ts'
import { MediaError, type PreparedFile, type PrepareOptions } from '../media-types.ts'
import { fingerprintOf } from '../uploads/fingerprint.ts'
import {
  createEntry,
  type Entry,
  FOLDER,
  hasPrivateFiles,
  type KeptRecording,
  keepRecording,
  sweepRecordings,
  takeKeptRecording,
} from '../uploads/kept-recordings.ts'
import { withSuffix } from '../uploads/object-names.ts'
import { uploadsOf } from '../uploads/upload-records.ts'
import type { CopyEdit } from './copy-recording.ts'
import type { CopiedRecording } from './recording-formats.ts'

/** Without a private file system a recording is prepared in memory, if it is no larger than this. */
const MAX_IN_MEMORY = 300_000_000
/** How much room a copy may need beyond the size of the file: the index, and room for the browser itself. */
const SPARE_SHARE = 1.05
const SPARE = 32_000_000
/** How large the sound of a film usually is at most, as a share of the film. */
const SOUND_SHARE = 0.3

/**
 * Makes a copy of a recording whose clock begins at zero and whose index is at the front, without re-encoding, in a
 * worker. A file that was prepared before and not sent yet is used again. `edit` says what else should change. Throws
 * `MediaError`.
 */
export async function prepareRecording(
  file: File,
  options: PrepareOptions,
  edit: CopyEdit = {},
): Promise<PreparedFile> {
  let reached = 0
  const onProgress = (fraction: number) => {
    // If it starts again in memory, the progress doesn't go back.
    reached = Math.max(reached, fraction)
    options.onProgress(reached)
  }
  try {
    return await prepare(file, { ...options, onProgress }, edit)
  } catch (error) {
    if (options.signal.aborted) {
      throw new MediaError('aborted', 'Preparing was cancelled.', { cause: error })
    }
    throw error instanceof MediaError ? error : new MediaError('failed', String(error), { cause: error })
  }
}

async function prepare(file: File, options: PrepareOptions, edit: CopyEdit): Promise<PreparedFile> {
  options.signal.throwIfAborted()
  await sweepRecordings(Date.now())
  const fingerprint = `${await fingerprintOf(file)}${nameOfEdit(edit)}`
  const kept = await takeKeptRecording(fingerprint)
  if (kept) {
    options.onProgress(1)
    return preparedFile(kept.file, kept.recording, kept.entry)
  }
  const entry = await createEntry()
  if (!entry) {
    return await prepareInMemory(file, options, edit)
  }
  try {
    await checkSpace(file.size * (edit.soundAlone ? SOUND_SHARE : 1))
    const report = await askWorker({ kind: 'copy', file, edit, folder: FOLDER, entry: entry.name }, options)
    const copy = report.kind === 'done' ? await entry.open() : undefined
    // In the end the file may hold less of a copy than the worker saw in it.
    if (report.kind !== 'done' || copy?.size !== report.size) {
      await entry.remove()
      return await prepareInMemory(file, options, edit)
    }
    const recording = describe(file, copy.size, report.recording, entry.name)
    keepRecording(fingerprint, recording)
    return preparedFile(copy, recording, entry)
  } catch (error) {
    await entry.remove()
    throw error
  }
}

async function prepareInMemory(file: File, options: PrepareOptions, edit: CopyEdit): Promise<PreparedFile> {
  checkMemory(file.size)
  const report = await askWorker({ kind: 'copy', file, edit, folder: FOLDER, entry: undefined }, options)
  if (report.kind !== 'done' || !report.content) {
    throw new MediaError('failed', 'The worker gave no content.')
  }
  const copy = new File([report.content], file.name, { lastModified: file.lastModified })
  return preparedFile(copy, describe(file, copy.size, report.recording, ''), undefined)
}

/** The same file with another edit has another copy. */
function nameOfEdit(edit: CopyEdit): string {
  const given = Object.entries(edit).filter(([, value]) => value !== undefined)
  return given.map(([name, value]) => ` ${name} ${JSON.stringify(value)}`).join('')
}

function checkMemory(size: number): void {
  if (size > MAX_IN_MEMORY) {
    throw new MediaError('out_of_space', 'Without a private file system the file is too large.')
  }
}

async function checkSpace(size: number): Promise<void> {
  const { quota = Number.POSITIVE_INFINITY, usage = 0 } = await navigator.storage.estimate()
  if (quota - usage < size * SPARE_SHARE + SPARE) {
    throw new MediaError('out_of_space', `${size} bytes are to be written, ${quota - usage} are free.`)
  }
}

/** Refuses a file that this device has no room to prepare. */
export async function checkRoom(size: number): Promise<void> {
  if (await hasPrivateFiles()) {
    await checkSpace(size)
  } else {
    checkMemory(size)
  }
}

function describe(source: File, size: number, copied: CopiedRecording, entry: string): KeptRecording {
  return {
    entry,
    size,
    name: withSuffix(source.name, copied.suffix),
    contentType: copied.contentType,
    media_format: copied.media_format,
    duration: Number.isFinite(copied.duration) ? copied.duration : null,
    kept: Date.now(),
  }
}

function preparedFile(file: File, recording: KeptRecording, entry: Entry | undefined): PreparedFile {
  const { name, contentType, media_format, duration } = recording
  return {
    file,
    name,
    contentType,
    media_format,
    duration: duration ?? undefined,
    async dispose() {
      await entry?.remove()
      if (entry !== undefined && uploadsOf(entry.name).length > 0) {
        const { abandonUploads } = await import('../uploads/upload-file.ts')
        await abandonUploads(entry.name)
      }
    },
    letGo: () => entry?.letGo(),
  }
}
