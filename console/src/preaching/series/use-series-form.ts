import { useQueryClient } from '@tanstack/react-query'
import type { SermonSeries } from '@vestry/contract/calls/sermon-series.ts'
import { SERIES_FIELDS } from '@vestry/contract/records/preaching-record.ts'
import { valuesOf } from '../../forms/record-values.ts'
import { useRecordForm } from '../../forms/use-record-form.tsx'
import { useMessages } from '../../messages/use-messages.ts'
import { paths } from '../../paths.ts'
import { showProgress } from '../../ui/dialogs/dialogs.ts'
import { createProgressFormatter, explainFileFailure, savedMessage } from '../form/save-messages.ts'
import { folderOf } from '../form/upload-kinds.ts'
import { useChosenFiles } from '../form/use-chosen-files.ts'
import { listSeries, PREACHING } from '../preaching-calls.ts'
import type { Report } from '../save/store-file.ts'
import { findSeries, type SeriesValues, saveSeries } from './series-calls.ts'

/** The form of a series, with the picture that was chosen for it. */
export function useSeriesForm(series: SermonSeries) {
  const { t } = useMessages()
  const queries = useQueryClient()
  const pending = useChosenFiles()
  const picture = pending.files.picture_path
  const loaded = valuesOf(SERIES_FIELDS, series)

  const form = useRecordForm({
    name: `series ${series.id}`,
    fields: SERIES_FIELDS,
    loaded,
    isNew: false,
    list: paths.names,
    attachments: pending.attachments,
    send: ({ values }) => save(values),
    outdated: PREACHING,
    saved: (done) => savedMessage(done, t('series.updated')),
    failed: t('series.notUpdated'),
    conflict: {
      title: t('series.conflict'),
      load: () => queries.fetchQuery({ ...findSeries(String(series.id)), staleTime: 0 }),
      loadFailed: t('series.loadFailed'),
    },
    explain: explainFileFailure,
  })

  const save = async (values: SeriesValues) => {
    const { store } = pending
    const progressOf = createProgressFormatter(() => performance.now())
    const saving = { message: t('ui.progress.saving') }
    const overlay = showProgress(saving)
    try {
      const report: Report = (loaded, waiting = false) => {
        const { name, size: total } = picture ?? { name: '', size: 0 }
        const fraction = total === 0 ? 1 : loaded / total
        const progress = { name, number: 1, count: 1, fraction, loaded, total, waiting }
        overlay.replace({
          message: t('preaching.save.uploading'),
          ...progressOf({ phase: 'uploading', ...progress }),
          onCancel: store.stop,
        })
      }
      const onSaving = () => overlay.replace(saving)
      const year = new Date().getFullYear()
      const done = await store.save((signal) =>
        saveSeries({ series, values, picture, store, year, signal, report, onSaving }),
      )
      void queries.invalidateQueries({ queryKey: listSeries.queryKey })
      return done
    } finally {
      overlay.close()
    }
  }
  return {
    ...form,
    loaded,
    picture,
    choosePicture(file: File) {
      pending.put('picture_path', file)
      form.set('picture_path', folderOf('image', new Date().getFullYear()) + file.name)
    },
    clearPicture() {
      pending.take('picture_path')
      form.set('picture_path', loaded.picture_path)
    },
    removePicture() {
      pending.take('picture_path')
      form.set('picture_path', '')
    },
  }
}
