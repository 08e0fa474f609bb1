import type { GuestReport } from '@vestry/contract/calls/reports.ts'
import { MAX_NAMED_GUESTS } from '@vestry/contract/rules/report-rules.ts'
import { Link } from 'react-router'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { type Column, ListTable } from '../ui/list/list-table.tsx'
import { formatDate } from '../ui/wall-clock.ts'
import classes from './report-page.module.css'

/** The new guests by name, the latest first. */
export function NewGuests({ report, stale }: { report: GuestReport; stale: boolean }) {
  const { t, language } = useMessages()
  type Guest = GuestReport['guests'][number]
  const nameOf = ({ first_name, last_name }: Guest) => `${first_name} ${last_name}`
  const columns: Column<Guest, never>[] = [
    {
      key: 'name',
      title: t('reports.child'),
      heads: true,
      cell: (guest) => (
        <Link className={classes.link} to={paths.attendee(guest.id)}>
          {nameOf(guest)}
        </Link>
      ),
    },
    { key: 'day', title: t('reports.firstVisit'), cell: ({ day }) => formatDate(day, language) },
    {
      key: 'again',
      title: t('reports.again'),
      cell: ({ came_again }) => (
        <>
          <span className={classes.unit}>{t('reports.again')}: </span>
          {t(`reports.again.${came_again}`)}
        </>
      ),
    },
  ]
  return (
    <>
      <h2 className={classes.section}>{t('reports.newGuests')}</h2>
      <ListTable
        caption={t('reports.newGuests')}
        columns={columns}
        rows={report.guests}
        pageSize={3}
        keyOf={({ id }) => String(id)}
        nameOf={nameOf}
        stale={stale}
        onRowGone={() => undefined}
      />
      {report.total.newcomers > report.guests.length && (
        <p className={classes.legend}>{t('reports.guests.more', { count: MAX_NAMED_GUESTS })}</p>
      )}
    </>
  )
}
