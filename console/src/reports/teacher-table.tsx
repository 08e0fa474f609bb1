import { useQuery } from '@tanstack/react-query'
import type { TeacherReport } from '@vestry/contract/calls/reports.ts'
import { useMessages } from '../messages/use-messages.ts'
import { type Column, ListTable } from '../ui/list/list-table.tsx'
import { findTeacherReport } from './report-calls.ts'
import { ReportFailure } from './report-failure.tsx'
import classes from './report-page.module.css'
import type { ReportRange } from './report-range.ts'

/** The number of classes to which each person was assigned, sorted by name: nobody is ranked. */
export function TeacherTable({ range }: { range: ReportRange }) {
  const { t } = useMessages()
  const { data, error, refetch, isPlaceholderData } = useQuery(
    findTeacherReport({ from: range.from, to: range.to }),
  )
  const nameOf = ({ name }: TeacherReport[number]) => name || t('reports.formerStaff')
  const columns: Column<TeacherReport[number], never>[] = [
    { key: 'name', title: t('reports.teacher'), heads: true, cell: nameOf },
    {
      key: 'rolls',
      title: t('reports.rolls'),
      cell: ({ rolls, classes: led }) => (
        <>
          {t('reports.rollsOf', { rolls, classes: led })}
          <span className={classes.unit}> {t('reports.rollsUnit', { count: led })}</span>
        </>
      ),
    },
  ]
  if (data?.length === 0) {
    return null
  }
  return (
    <div className={classes.narrow}>
      <h2 className={classes.section}>{t('reports.teachers')}</h2>
      {data === undefined && error !== null ? (
        <ReportFailure error={error} onRetry={() => refetch()} />
      ) : (
        <ListTable
          caption={t('reports.teachers')}
          columns={columns}
          rows={data}
          pageSize={3}
          keyOf={({ sub }) => sub}
          nameOf={nameOf}
          stale={isPlaceholderData}
          onRowGone={() => undefined}
        />
      )}
    </div>
  )
}
