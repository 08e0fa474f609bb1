import type { Sound } from '@vestry/contract/calls/preaching.ts'
import { SERMON_FIELDS } from '@vestry/contract/records/preaching-record.ts'
import { ApiError, callApi } from '../../api/call-api.ts'
import { fetchCode } from '../../api/fetch-code.ts'
import { bodyOf } from '../../forms/record-values.ts'
import { measuredSound, measuringOf } from '../../media/measuring.ts'
import { MediaError, type PreparedFile } from '../../media/media-types.ts'
import { factsOf, planSound, type SoundPlan } from '../../media/sound/plan-sound.ts'
import type { MeasuredSound } from '../../media/sound/sound-meter.ts'
import { deleteReleasedFiles } from '../delete-released-files.ts'
import { filesOf, type PendingFiles, type StoredFile } from '../form/chosen-files.ts'
import type { FilesAtWork } from '../form/files-store.ts'
import type { PreachingValues } from '../form/preaching-fields.ts'
import type { FileType } from '../form/upload-kinds.ts'
import { makeAudio } from '../sound/make-audio.ts'
import { claimStored, type Report, sizeOf, storeFile } from './store-file.ts'

export type SaveProgress =
  | { phase: 'preparing'; name: string; fraction: number }
  | {
      phase: 'uploading'
      name: string
      /** The number of this file, and of how many. */
      number: number
      count: number
      fraction: number
      /** The bytes of all files together. */
      loaded: number
      total: number
      /** Whether it waits for the connection. */
      waiting: boolean
    }
  | { phase: 'saving' }

export type SavedItem = { uploaded: FileType[]; released: 'none' | 'deleted' | 'failed' }

export type SaveJob = {
  uuid: string
  /** The version that was loaded; undefined for a new item. */
  version: number | undefined
  values: PreachingValues
  store: FilesAtWork
  year: number
  onProgress: (progress: SaveProgress) => void
  signal: AbortSignal
}

/** Of the whole progress, preparing the recording takes a tenth and uploading the rest. */
const PREPARING = 0.1
/** The part of preparing that is left when the recording itself is prepared and its audio file has to be encoded. */
const ENCODING = 0.5
/**
 * How long a save waits for the measuring of its sound once all else is done, in ms; after that it saves without it.
 */
const MEASURING = 30_000

/**
 * Prepares the recording, uploads the files one after the other, and only then creates or updates the
 * item; at the first failure it stops. Afterwards the files that nobody uses any more are deleted.
 *
 * @throws {MediaError} when the recording can't be prepared, or was cancelled
 * @throws {FileNotStored} when a file can't be uploaded, or was cancelled
 * @throws {ApiError} when the item is refused
 */
export async function savePreaching(job: SaveJob): Promise<SavedItem> {
  const { store } = job
  const { chosen: files } = store.files()
  const plan = planOf(files.path, store)
  const recording = files.path && (store.workOn(files.path).stored ?? (await prepare(files.path, plan, job)))
  const audio =
    files.path &&
    recording &&
    (await makeAudio(files.path, recording, plan.audio, {
      store,
      signal: job.signal,
      onProgress: (done) =>
        job.onProgress({
          phase: 'preparing',
          name: files.path?.name ?? '',
          fraction: PREPARING * (ENCODING + (1 - ENCODING) * done),
        }),
    }))
  const waiting = [...filesOf(files), ...(audio === undefined ? [] : [audio])]
  const sizes = waiting.map((file) => sizeOf(file, store))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  for (const [index, file] of waiting.entries()) {
    const type = typeOf(file)
    const before = sizes.slice(0, index).reduce((sum, size) => sum + size, 0)
    const report: Report = (loaded, isWaiting = false) =>
      job.onProgress({
        phase: 'uploading',
        // A file that was made of the recording has no name of its own on this device.
        name: (file === audio ? store.workOn(file).prepared?.name : undefined) ?? file.name,
        number: index + 1,
        count: waiting.length,
        fraction: PREPARING + (1 - PREPARING) * (total === 0 ? 1 : (before + loaded) / total),
        loaded: before + loaded,
        total,
        waiting: isWaiting,
      })
    await storeWithCopies(file, type, job, report)
  }
  const sound = files.path && (await measuredSound(files.path, MEASURING))
  if (job.signal.aborted) {
    throw new MediaError('aborted', 'The save was cancelled.')
  }
  job.onProgress({ phase: 'saving' })
  return saveItem(job, files, sound)

  function typeOf(file: File): FileType {
    if (file === files.path && recording !== undefined) {
      return typeOfRecording(recording)
    }
    if (file === audio) {
      return 'audio'
    }
    return file === files.poster_path ? 'image' : 'document'
  }
}

/** What has to be made of a recording, given its measurements and the person's wishes. */
function planOf(file: File | undefined, store: FilesAtWork): SoundPlan {
  const measured = measuringOf(file)
  return planSound(measured?.form, measured?.sound, (file && store.workOn(file).sound) ?? {})
}

async function prepare(file: File, plan: SoundPlan, job: SaveJob): Promise<PreparedFile> {
  const known = job.store.workOn(file).prepared
  if (known !== undefined) {
    return known
  }
  const share = PREPARING * (plan.audio?.encoded ? ENCODING : 1)
  const report = (done: number) =>
    job.onProgress({ phase: 'preparing', name: file.name, fraction: share * done })
  report(0)
  const { prepareRecording } = await fetchCode(() => import('../../media/recordings/prepare-recording.ts'))
  const prepared = await prepareRecording(file, { onProgress: report, signal: job.signal }, plan.recording)
  job.store.note(file, { prepared })
  return prepared
}

function typeOfRecording(recording: StoredFile | PreparedFile): FileType {
  return 'type' in recording ? recording.type : recording.media_format
}

async function storeWithCopies(file: File, type: FileType, job: SaveJob, report: Report): Promise<void> {
  await storeFile(file, type, job, report)
  const { stored } = job.store.workOn(file)
  if (type === 'image' && stored !== undefined && stored.copies === undefined) {
    const { storeCopies } = await fetchCode(() => import('./store-copies.ts'))
    const copies = await storeCopies(file, stored.path, job)
    if (copies !== undefined) {
      job.store.note(file, { stored: { ...stored, copies } })
    }
  }
}

async function saveItem(
  job: SaveJob,
  files: PendingFiles,
  sound: MeasuredSound | undefined,
): Promise<SavedItem> {
  const { store, uuid, version } = job
  const storedOf = (file: File | null | undefined) => (file ? store.workOn(file).stored : undefined)
  const recording = storedOf(files.path)
  const audioPath = storedOf(files.path && store.workOn(files.path).audio)?.path
  const poster = storedOf(files.poster_path)
  const body = {
    uuid,
    ...bodyOf(SERMON_FIELDS, {
      ...job.values,
      attachments: job.values.attachments.map(({ path, title }) => ({
        path: storedOf(files.attachments?.[path])?.path ?? path,
        title,
      })),
      ...(recording !== undefined && {
        path: recording.path,
        media_format: recording.type === 'video' ? 'video' : 'audio',
      }),
      ...(poster !== undefined && { poster_path: poster.path }),
    }),
    ...(recording?.duration !== undefined && { duration: recording.duration }),
    ...(poster?.copies?.small !== undefined && { small_poster_path: poster.copies.small }),
    ...(audioPath !== undefined && { audio_path: audioPath }),
    ...(sound !== undefined && { sound: factsOf(sound, planOf(files.path, store)) }),
  }
  const uploaded = filesOf(files).flatMap((file) => storedOf(file)?.type ?? [])
  const released = await claimStored(store, () =>
    version === undefined ? create(body) : update({ ...body, version }),
  )
  return { uploaded, released: await deleteReleasedFiles(released) }
}

type Facts = { duration?: number; small_poster_path?: string; audio_path?: string; sound?: Sound }

type Body = { uuid: string } & Facts & ReturnType<typeof bodyOf<typeof SERMON_FIELDS>>

/** If a response was lost, the create may have been done; a second one with other content is then an update. */
async function create(body: Body): Promise<readonly string[]> {
  try {
    await callApi('POST /preachingManagement', { body })
    return []
  } catch (error) {
    if (error instanceof ApiError && error.code === 'already_exists') {
      return update(body)
    }
    throw error
  }
}

async function update(body: Body & { version?: number }): Promise<readonly string[]> {
  const { released } = await callApi('PUT /preachingManagement', { body })
  return released
}
