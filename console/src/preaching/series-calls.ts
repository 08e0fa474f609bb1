import { queryOptions } from '@tanstack/react-query'
import { withCopies } from '@vestry/contract/poster-copies.ts'
import { SERIES_FIELDS } from '@vestry/contract/preaching-record.ts'
import type { SermonSeries } from '@vestry/contract/sermon-series.ts'
import { ApiError, callApi } from '../api/call-api.ts'
import { bodyOf, type FormValues } from '../forms/record-values.ts'
import { deleteReleasedFiles } from '../media/delete-released-files.ts'
import { UploadError } from '../media/media-types.ts'
import { safeName } from '../media/object-names.ts'
import { t } from '../messages/messages.ts'
import type { SaveMemory } from './save-memory.ts'
import type { SavedItem } from './save-preaching.ts'
import { storeBeside } from './store-copies.ts'
import { claimStored, FileNotStored, type Report, storeFile } from './store-file.ts'
import { folderOf } from './upload-kinds.ts'

export type SeriesValues = FormValues<typeof SERIES_FIELDS>

/** Always asked again when the form opens, and never under the hands of the person who edits. */
export function findSeries(id: string) {
  return queryOptions({
    queryKey: ['sermon series form', id],
    async queryFn({ signal }) {
      const all = await callApi('GET /sermonSeries', { signal })
      const series = all.find((one) => String(one.id) === id)
      if (series === undefined) {
        throw new ApiError('not_found', t('series.gone'), 404)
      }
      return series
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/**
 * Uploads the picture that was chosen, then changes the series and deletes the picture that nothing uses any more.
 *
 * @throws {FileNotStored} when the picture can't be uploaded, or was cancelled
 * @throws {ApiError} when the change is refused
 */
export async function saveSeries(job: {
  series: SermonSeries
  values: SeriesValues
  picture: File | undefined
  memory: SaveMemory
  year: number
  signal: AbortSignal
  report: Report
  /** The picture is stored: from here on nothing can be called off. */
  onSaving: () => void
}): Promise<SavedItem> {
  const { series, values, picture, memory } = job
  if (picture !== undefined) {
    await storePicture(picture, job)
  }
  job.onSaving()
  const stored = picture && memory.stored.get(picture)
  const body = bodyOf(SERIES_FIELDS, { ...values, ...(stored && { picture_path: stored.path }) })
  const { id, version } = series
  const { released } = await claimStored(memory, () =>
    callApi('PUT /sermonSeries', { body: { id, version, ...body } }),
  )
  return { uploaded: stored ? [stored.type] : [], released: await deleteReleasedFiles(released) }
}

/** Stores a picture, and beside it what public pages and podcast apps need of it. */
async function storePicture(
  picture: File,
  job: { memory: SaveMemory; year: number; signal: AbortSignal; report: Report },
): Promise<void> {
  const { memory, year, signal, report } = job
  if (memory.stored.has(picture)) {
    return
  }
  const folder = await storeBeside(picture, { folder: folderOf('image', year), signal }).catch(
    (error: unknown) => {
      throw error instanceof UploadError ? new FileNotStored('image', error) : error
    },
  )
  try {
    await storeFile(picture, 'image', { memory, year, signal, folder }, report)
  } catch (error) {
    if (folder !== undefined) {
      void deleteReleasedFiles(withCopies(folder + safeName(picture.name)).slice(1))
    }
    throw error
  }
}
