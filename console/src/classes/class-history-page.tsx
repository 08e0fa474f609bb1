import { Button } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'
import { useChurchToday } from '../api/clock/use-church-today.ts'
import { ExportButton } from '../exports/export-button.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import type { ListShape } from '../ui/list/list-address.ts'
import { queryNow } from '../ui/list/use-address-query.ts'
import { useListState } from '../ui/list/use-list-state.ts'
import { IconCalendarEvent, IconHistory } from '../ui/look/icons.ts'
import { ClassSessions } from './class-sessions.tsx'
import { historyDay, rememberHistoryDate } from './history-date.ts'
import { HistoryDateForm } from './history-date-form.tsx'

/** The latest class comes first. */
const shape = {
  filters: {},
  orders: { date: 'DESC', title: 'ASC' },
  defaultOrder: 'date',
  beside: ['date'],
} as const satisfies ListShape

/** The classes up to a day, which is today unless another one is chosen. */
export function ClassHistoryPage() {
  const { t } = useMessages()
  const [params, setParams] = useSearchParams()
  const list = useListState(shape)
  const today = useChurchToday()
  const dayOf = (query: URLSearchParams) => historyDay(query.get('date'), today)
  const day = dayOf(params)
  /** The message about the day that was chosen last, whether or not its rows are there. */
  const keepDay = () => {
    const now = dayOf(queryNow())
    rememberHistoryDate(now === today ? undefined : now)
  }
  const turnTo = (next: string) => {
    const address = queryNow()
    if (next === today) {
      // Today must not be the chosen day tomorrow.
      rememberHistoryDate(undefined)
      address.delete('date')
    } else {
      address.set('date', next)
    }
    address.delete('page')
    setParams(address)
  }
  return (
    <ClassSessions
      title={t('classes.history.title')}
      titleApart
      shown={{ kind: 'history', onVisit: keepDay }}
      day={day}
      list={list}
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
      tools={<ExportButton kind="attendance" />}
      above={<HistoryDateForm day={day} today={today} onChoose={turnTo} />}
      empty={{
        icon: <IconHistory size={32} stroke={1.5} aria-hidden />,
        title: t('classes.list.empty'),
        text: t('classes.history.emptyText'),
      }}
    />
  )
}
