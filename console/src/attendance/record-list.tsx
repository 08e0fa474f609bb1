import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AttendanceRecord } from '@vestry/contract/calls/attendance.ts'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import type { AttendanceVisit } from '../ui/classes/attendance-visit.ts'
import { ListNotice } from '../ui/list/list-notice.tsx'
import { type Column, ListTable } from '../ui/list/list-table.tsx'
import type { RowAction } from '../ui/list/row-menu.tsx'
import { IconClipboardList, IconTrash, IconUserCheck, IconUserX } from '../ui/look/icons.ts'
import { StateWord } from '../ui/people/state-word.tsx'
import { listRecords } from './attendance-calls.ts'
import classes from './attendance-screen.module.css'
import { deleteRecord, toggleRecord } from './change-records.ts'
import { ErasedRows } from './erased-rows.tsx'
import { LoadFailure } from './load-failure.tsx'
import type { RollCallStore } from './roll-call-store.ts'
import { nameOf, shownState } from './roll-marks.ts'
import { useRollView } from './use-roll.ts'

const FIRST_ROWS = 5

/** The records of the class, one by one. Whatever the roll call shows of a child is shown here too. */
export function RecordList(props: { store: RollCallStore; visit: AttendanceVisit; switcher: ReactNode }) {
  const { t } = useMessages()
  const { store, visit } = props
  const view = useRollView(store)
  const { data, error, refetch } = useQuery(listRecords(visit.class_id))
  const queries = useQueryClient()
  const box = useRef<HTMLDivElement>(null)
  const { revision, roll } = view
  useEffect(() => {
    if (revision !== undefined) {
      void queries.invalidateQueries({ queryKey: listRecords(visit.class_id).queryKey })
    }
  }, [queries, revision, visit.class_id])

  const head = <div className={classes.switcher}>{props.switcher}</div>
  if (error !== null) {
    return (
      <>
        {head}
        <LoadFailure visit={visit} failure={error} onRetry={() => refetch()} />
      </>
    )
  }
  if (data?.length === 0) {
    const isRosterEmpty = roll?.children.every((child) => !child.on_roster) === true
    return (
      <>
        {head}
        <ErasedRows erased={roll?.erased} />
        <ListNotice
          icon={<IconClipboardList size={32} stroke={1.5} aria-hidden />}
          title={t('attendance.records.none')}
          text={t(isRosterEmpty ? 'attendance.roll.none.text' : 'attendance.records.none.text')}
        >
          {isRosterEmpty && (
            <Button component={Link} to={paths.roster(roll.series_id)} variant="default">
              {t('attendance.roll.roster')}
            </Button>
          )}
        </ListNotice>
      </>
    )
  }
  const children = new Map(roll?.children.map((child) => [child.attendee_id, child]))
  const records = data?.map((record): AttendanceRecord => {
    const child = children.get(record.attendee_id)
    if (
      child === undefined ||
      (!view.sent.has(record.attendee_id) && !view.waiting.has(record.attendee_id))
    ) {
      return record
    }
    const state = shownState(view, child)
    return { ...record, state, attended: state === 'present' }
  })
  const columns: Column<AttendanceRecord, never>[] = [
    { key: 'attendee', title: t('attendance.column.attendee'), heads: true, cell: nameOf },
    {
      key: 'attendance',
      title: t('attendance.column.attendance'),
      width: 12,
      cell: ({ state }) => <StateWord state={state} />,
    },
    {
      key: 'comment',
      title: t('attendance.comment'),
      cell: ({ comment }) => <span className={classes.comment}>{comment}</span>,
    },
  ]
  const actionsOf = ({ attended }: AttendanceRecord): RowAction<AttendanceRecord>[] => [
    {
      key: 'toggle',
      title: t(attended ? 'attendance.vacate' : 'attendance.attend'),
      icon: attended ? <IconUserX size={16} aria-hidden /> : <IconUserCheck size={16} aria-hidden />,
      run: async (record) => {
        await toggleRecord(store, record)
        return false
      },
    },
    {
      key: 'delete',
      title: t('attendance.delete'),
      icon: <IconTrash size={16} aria-hidden />,
      danger: true,
      run: (record) => deleteRecord(store, record),
    },
  ]
  return (
    <div ref={box} tabIndex={-1} className={classes.records}>
      {head}
      <ListTable
        caption={t('attendance.records.caption')}
        columns={columns}
        actions={actionsOf}
        rows={records}
        pageSize={FIRST_ROWS}
        keyOf={({ id }) => String(id)}
        nameOf={nameOf}
        stale={false}
        onRowGone={() => box.current?.focus()}
      />
      <ErasedRows erased={roll?.erased} />
    </div>
  )
}
