import { Button } from '@mantine/core'
import { IconCalendarEvent, IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { CLASS_PAGE_SIZE } from '@vestry/contract/sunday-school-rules.ts'
import { Link, useLocation, useSearchParams } from 'react-router'
import { churchToday } from '../data/church-day.ts'
import { paths } from '../paths.ts'
import { type ListShape, listQuery } from '../ui/list-address.ts'
import { ListPage } from '../ui/list-page.tsx'
import { SortFields } from '../ui/sort-fields.tsx'
import { useListState } from '../ui/use-list-state.ts'
import { useWords } from '../words/use-words.ts'
import { classActions, classColumns } from './class-columns.tsx'
import { listClasses } from './classes-calls.ts'
import { isPastDay, rememberedHistoryDate, rememberHistoryDate } from './history-date.ts'
import { HistoryDateForm } from './history-date-form.tsx'
import { useOwnRole } from './use-own-role.ts'

/** The latest class stands first. */
const shape = {
  filters: [],
  orders: { date: 'DESC', title: 'ASC' },
  defaultOrder: 'date',
  beside: ['date'],
} as const satisfies ListShape

/** The classes up to a day, which is today until another one is chosen. */
export function ClassHistoryPage() {
  const { t, language } = useWords()
  const { role, arranges } = useOwnRole()
  const { pathname, search } = useLocation()
  const [params, setParams] = useSearchParams()
  const list = useListState(shape)
  const today = churchToday()
  const asked = params.get('date')
  const day = isPastDay(asked, today) ? asked : (rememberedHistoryDate(today) ?? today)
  const answer = useQuery(
    listClasses(role, {
      ...listQuery(list.state, CLASS_PAGE_SIZE),
      includeAttendanceCount: true,
      session_datetime: day,
      operator: 'lte',
    }),
  )
  const turnTo = (chosen: string) => {
    const address = new URLSearchParams(location.search)
    address.set('date', chosen)
    address.delete('page')
    setParams(address)
  }
  const rows = { kind: 'history', onVisit: () => rememberHistoryDate(day) } as const
  return (
    <ListPage
      title={t('classes.history.title')}
      list={list}
      answer={answer}
      columns={classColumns(rows, language)}
      actions={classActions(rows, { arranges, backTo: pathname + search })}
      pageSize={CLASS_PAGE_SIZE}
      keyOf={(session) => String(session.id)}
      nameOf={(session) => session.title}
      action={
        <Button
          variant="default"
          component={Link}
          to={paths.classes}
          leftSection={<IconCalendarEvent size={16} aria-hidden />}
        >
          {t('classes.history.upcoming')}
        </Button>
      }
      search={t('classes.list.search')}
      below={
        <>
          <HistoryDateForm key={day} day={day} today={today} onChoose={turnTo} />
          <SortFields
            orders={[
              { value: 'date', label: t('classes.column.date') },
              { value: 'title', label: t('classes.column.title') },
            ]}
            value={list.state}
            onChange={(sorting) => list.narrow({ ...list.state, ...sorting })}
          />
        </>
      }
      empty={{
        icon: <IconHistory size={32} stroke={1.5} aria-hidden />,
        title: t('classes.list.empty'),
        text: t('classes.history.emptyText'),
      }}
      failed={t('classes.list.failed')}
    />
  )
}
