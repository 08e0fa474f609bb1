import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { FormPage } from '../../forms/form-frame.tsx'
import { LoadedRecord } from '../../forms/record-page.tsx'
import { useMessages } from '../../messages/use-messages.ts'
import { paths } from '../../paths.ts'
import { findSeries } from './series-calls.ts'
import { SeriesForm } from './series-form.tsx'

/** Edits the series of sermons that the address names. */
export function SeriesFormPage() {
  const { id = '' } = useParams()
  const { t } = useMessages()
  const series = useQuery(findSeries(id))
  return (
    <FormPage title={t('shell.page.series')}>
      <LoadedRecord
        key={id}
        record={series}
        choices={{}}
        failed={{ record: t('series.loadFailed'), choices: '' }}
        toList={{ label: t('series.toList'), to: paths.names }}
        heights={[60, 120, 110, 60]}
      >
        {(loaded) => loaded && <SeriesForm series={loaded} />}
      </LoadedRecord>
    </FormPage>
  )
}
