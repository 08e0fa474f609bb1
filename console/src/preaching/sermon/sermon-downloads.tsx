import { useQuery } from '@tanstack/react-query'
import { numbersIn } from '@vestry/contract/rules/report-rules.ts'
import { Link } from 'react-router'
import { callApi } from '../../api/call-api.ts'
import { useChurchToday } from '../../api/clock/use-church-today.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { paths } from '../../paths.ts'
import { ErrorBox } from '../../ui/error-box.tsx'
import { notLoadedMessage } from '../../ui/is-hopeless.ts'
import { ReportChart } from '../../ui/reports/report-chart.tsx'
import { formatDate } from '../../ui/wall-clock.ts'
import classes from './sermon-page.module.css'

const DAY = 86_400_000
const DAYS = 28

/** How often a published sermon was downloaded in the last four weeks, day by day. */
export function SermonDownloads({ uuid }: { uuid: string }) {
  const { t, language } = useMessages()
  const to = useChurchToday()
  const from = new Date(Date.parse(to) - (DAYS - 1) * DAY).toISOString().slice(0, 10)
  const { data, error, refetch } = useQuery({
    queryKey: ['downloads', uuid, from, to],
    queryFn: ({ signal }) => callApi('GET /downloads', { query: { uuid, from, to, step: 'day' }, signal }),
    staleTime: 0,
  })
  const { whole } = numbersIn(language)
  const count = data?.total.downloads ?? 0
  return (
    <section className={classes.part} aria-labelledby="sermon-downloads">
      <h2 id="sermon-downloads">{t('shell.page.downloads')}</h2>
      {error !== null && data === undefined && (
        <ErrorBox
          message={t('downloads.failed')}
          detail={notLoadedMessage(error)}
          failure={error}
          onRetry={() => refetch()}
        />
      )}
      {data !== undefined && <p>{t('downloads.latest', { count, number: whole(count) })}</p>}
      {data !== undefined && count > 0 && (
        <>
          <ReportChart
            title={t('downloads.chart', { step: 'day' })}
            unit={t('downloads.chart.unit', { step: 'day' })}
            days={data.steps.map(({ day }) => day)}
            step="day"
            bars={[{ name: t('shell.page.downloads'), counts: data.steps.map(({ downloads }) => downloads) }]}
          />
          <details>
            <summary>{t('downloads.byDay')}</summary>
            <table className={classes.days}>
              <caption className="visually-hidden">{t('downloads.byDay')}</caption>
              <tbody>
                {data.steps.map(({ day, downloads }) => (
                  <tr key={day}>
                    <th scope="row">{formatDate(day, language)}</th>
                    <td>{whole(downloads)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
        </>
      )}
      <p className={classes.rules}>{t('downloads.rules')}</p>
      <Link to={paths.downloadsOf(uuid)} className={classes.longer}>
        {t('downloads.report')}
      </Link>
    </section>
  )
}
