import { Button } from '@mantine/core'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'react-router'
import { ApiError } from '../api/call-api.ts'
import { showFailure } from '../api/show-failure.ts'
import { useMessages } from '../messages/use-messages.ts'
import { whileShowing } from '../ui/dialogs/dialogs.ts'
import { GrowingList } from '../ui/forms/growing-list.tsx'
import { FilterChips } from '../ui/list/filter-chips.tsx'
import { ListSearch } from '../ui/list/list-search.tsx'
import { ListTools } from '../ui/list/list-tools.tsx'
import { IconDownload, IconHistory } from '../ui/look/icons.ts'
import { exportAudit, listAudit } from './audit-calls.ts'
import { auditColumns } from './audit-columns.tsx'
import { formatRecord, pageOfRecord } from './audit-detail.ts'
import { AuditFilter } from './audit-filter.tsx'
import classes from './audit-page.module.css'
import { useAuditCriteria } from './use-audit-criteria.ts'

const SKELETON_ROWS = 10

export function AuditPage() {
  const { t, language } = useMessages()
  const { criteria, setCriteria, search, searchBox, clear } = useAuditCriteria()
  const answer = useInfiniteQuery(listAudit(criteria))
  const queries = useQueryClient()
  const { kind, person = '', record, from, to } = criteria

  const chip = useRef<HTMLDivElement>(null)
  const page = record === undefined ? undefined : pageOfRecord(record)

  const keepFile = async () => {
    try {
      await whileShowing(t('ui.progress.processing'), () => exportAudit(criteria))
      await queries.invalidateQueries({ queryKey: ['audit'] })
    } catch (error) {
      if (!(error instanceof ApiError)) {
        throw error
      }
      await showFailure(t('audit.exportFailed'), error)
    }
  }
  return (
    <GrowingList
      title={t('audit.title')}
      answer={answer}
      columns={auditColumns(language)}
      pageSize={SKELETON_ROWS}
      keyOf={({ id }) => String(id)}
      nameOf={({ id }) => String(id)}
      action={
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => void keepFile()}
        >
          {t('audit.export')}
        </Button>
      }
      tools={
        <>
          <ListTools>
            <ListSearch ref={searchBox} placeholder={t('audit.search')} applied={person} onSearch={search} />
          </ListTools>
          <AuditFilter criteria={criteria} onChange={setCriteria} />
          <div ref={chip} tabIndex={-1} className={classes.record}>
            {record !== undefined && (
              <FilterChips
                chips={[
                  { key: record, label: formatRecord(record), remove: () => setCriteria({ record: '' }) },
                ]}
                onLastRemoved={() => chip.current?.focus()}
              />
            )}
            {page !== undefined && <Link to={page}>{t('audit.record.open')}</Link>}
          </div>
        </>
      }
      filteredBy={[
        ...(person === '' ? [] : [t('ui.list.quoted', { text: person })]),
        ...(record === undefined ? [] : [formatRecord(record)]),
        ...(kind === undefined ? [] : [t(`audit.kind.${kind}`)]),
        ...(from === undefined ? [] : [t('audit.since', { day: from })]),
        ...(to === undefined ? [] : [t('audit.until', { day: to })]),
      ]}
      onClear={clear}
      empty={{
        icon: <IconHistory size={32} stroke={1.5} aria-hidden />,
        title: t('audit.empty'),
        text: t('audit.emptyText'),
      }}
      failed={t('audit.failed')}
    />
  )
}
