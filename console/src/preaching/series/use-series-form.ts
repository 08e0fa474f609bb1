import { useQueryClient } from '@tanstack/react-query'
import type { SermonSeries } from '@vestry/contract/calls/sermon-series.ts'
import { SERIES_FIELDS } from '@vestry/contract/records/preaching-record.ts'
import { useSyncExternalStore } from 'react'
import { valuesOf } from '../../forms/record-values.ts'
import { useRecordForm } from '../../forms/use-record-form.tsx'
import { useMessages } from '../../messages/use-messages.ts'
import { paths } from '../../paths.ts'
import { noFiles } from '../form/chosen-files.ts'
import { chooseFile, takeFile } from '../form/files-content.ts'
import { createFilesStore } from '../form/files-store.ts'
import { runSave } from '../form/run-save.ts'
import { explainFileFailure, savedMessage } from '../form/save-messages.ts'
import { folderOf } from '../form/upload-kinds.ts'
import { listSeries, PREACHING } from '../preaching-calls.ts'
import { findSeries, type SeriesValues, saveSeries } from './series-calls.ts'

/** The form of a series, with the picture that was chosen for it. */
export function useSeriesForm(series: SermonSeries) {
  const { t } = useMessages()
  const queries = useQueryClient()
  const loaded = valuesOf(SERIES_FIELDS, series)

  const form = useRecordForm({
    name: `series ${series.id}`,
    fields: SERIES_FIELDS,
    loaded,
    isNew: false,
    list: paths.names,
    open: openSeriesStore,
    async send({ store, values }) {
      const year = new Date().getFullYear()
      const done = await runSave({
        store,
        save: (job) => saveSeries({ series, values, store, year, ...job }),
      })
      void queries.invalidateQueries({ queryKey: listSeries.queryKey })
      return done
    },
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
  const { store, step } = form
  const { chosen } = useSyncExternalStore(store.subscribe, store.files)
  const folder = folderOf('image', new Date().getFullYear())

  return {
    ...form,
    loaded,
    picture: chosen.picture_path,
    choosePicture: (file: File) => step((draft) => chooseFile(draft, loaded, 'picture_path', file, folder)),
    clearPicture: () => step((draft) => takeFile(draft, loaded, 'picture_path')),
    removePicture: () => step((draft) => takeFile(draft, loaded, 'picture_path', '')),
  }
}

function openSeriesStore() {
  return createFilesStore<SeriesValues>({ edits: {}, files: noFiles(crypto.randomUUID()) })
}
