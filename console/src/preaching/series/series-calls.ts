import { queryOptions } from '@tanstack/react-query'
import type { SermonSeries } from '@vestry/contract/calls/sermon-series.ts'
import { SERIES_FIELDS } from '@vestry/contract/records/preaching-record.ts'
import { ApiError, callApi } from '../../api/call-api.ts'
import { fetchCode } from '../../api/fetch-code.ts'
import { bodyOf, type FormValues } from '../../forms/record-values.ts'
import { t } from '../../messages/messages.ts'
import { deleteReleasedFiles } from '../delete-released-files.ts'
import type { FilesAtWork } from '../form/files-store.ts'
import type { SavedItem, SaveProgress } from '../save/save-preaching.ts'
import { claimStored } from '../save/store-file.ts'

export type SeriesValues = FormValues<typeof SERIES_FIELDS>

/** Always asked again when the form opens, but never while the person edits. */
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
  store: FilesAtWork
  year: number
  signal: AbortSignal
  onProgress: (progress: SaveProgress) => void
}): Promise<SavedItem> {
  const { series, values, store, onProgress } = job
  const { picture_path: picture } = store.files().chosen
  if (picture !== undefined) {
    const { name, size: total } = picture
    const { storePicture } = await fetchCode(() => import('../save/store-copies.ts'))
    await storePicture(picture, {
      ...job,
      report(loaded, waiting = false) {
        const fraction = total === 0 ? 1 : loaded / total
        onProgress({ phase: 'uploading', name, number: 1, count: 1, fraction, loaded, total, waiting })
      },
    })
  }
  onProgress({ phase: 'saving' })
  const stored = picture && store.workOn(picture).stored
  const body = bodyOf(SERIES_FIELDS, { ...values, ...(stored && { picture_path: stored.path }) })
  const { id, version } = series
  const { released } = await claimStored(store, () =>
    callApi('PUT /sermonSeries', { body: { id, version, ...body } }),
  )
  return { uploaded: stored ? [stored.type] : [], released: await deleteReleasedFiles(released) }
}
