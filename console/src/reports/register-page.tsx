import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { ReportExport } from '../exports/report-export.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { stillThere } from '../ui/is-hopeless.ts'
import { PageHeading } from '../ui/page-heading.tsx'
import { PrintButton } from '../ui/print/print-button.tsx'
import { RangeFields } from './range-fields.tsx'
import { RegisterTable } from './register-table.tsx'
import { findRegister, saveRegister } from './report-calls.ts'
import { RecordReportFailure } from './report-failure.tsx'
import classes from './report-page.module.css'
import { useReportRange } from './use-report-range.ts'

/** Who was present in each class of a series, on the screen and on paper. */
export function RegisterPage() {
  const { t } = useMessages()
  const { id = '' } = useParams()
  const known = /^[1-9]\d{0,9}$/.test(id)
  const { range, term, ready, show } = useReportRange(() => (known ? Number(id) : undefined))
  const asked = { series_id: Number(id), from: range.from, to: range.to }
  const register = useQuery({ ...findRegister(asked), enabled: known && ready })
  const { error } = register
  const data = stillThere(register)
  return (
    <>
      <PageHeading title={data?.title ?? t('reports.register')}>
        {data !== undefined && (
          <>
            <ReportExport
              named
              files={[{ label: t('reports.register'), save: (format) => saveRegister(asked, format) }]}
            />
            <PrintButton loadRest={undefined} />
          </>
        )}
      </PageHeading>
      <RangeFields range={range} term={term} onShow={show} />
      {known && (error === null || data !== undefined) ? (
        <RegisterTable register={data} range={range} stale={register.isPlaceholderData} />
      ) : (
        <RecordReportFailure error={known ? error : null} onRetry={() => register.refetch()} />
      )}
      {data !== undefined && data.earlier > 0 && (
        <p className={classes.note}>{t('reports.earlier', { count: data.earlier })}</p>
      )}
    </>
  )
}
