import { Button } from '@mantine/core'
import { IconChalkboard, IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { CLASS_PAGE_SIZE } from '@vestry/contract/sunday-school-rules.ts'
import { Link, useLocation } from 'react-router'
import { churchToday } from '../data/church-day.ts'
import { paths } from '../paths.ts'
import { type ListShape, listQuery } from '../ui/list-address.ts'
import { ListPage } from '../ui/list-page.tsx'
import { SortFields } from '../ui/sort-fields.tsx'
import { useListState } from '../ui/use-list-state.ts'
import { useWords } from '../words/use-words.ts'
import { AddClass } from './add-class.tsx'
import { classActions, classColumns } from './class-columns.tsx'
import { listClasses } from './classes-calls.ts'
import { useOwnRole } from './use-own-role.ts'

/** The next class stands first. */
const shape = {
  filters: [],
  orders: { date: 'ASC', title: 'ASC' },
  defaultOrder: 'date',
} as const satisfies ListShape

/** The classes from today on. */
export function ClassListPage() {
  const { t, language } = useWords()
  const { role, arranges } = useOwnRole()
  const { pathname, search } = useLocation()
  const list = useListState(shape)
  const answer = useQuery(
    listClasses(role, {
      ...listQuery(list.state, CLASS_PAGE_SIZE),
      includeAttendanceCount: true,
      session_datetime: churchToday(),
      operator: 'gte',
    }),
  )
  return (
    <ListPage
      title={t('classes.list.title')}
      list={list}
      answer={answer}
      columns={classColumns({ kind: 'upcoming' }, language)}
      actions={classActions({ kind: 'upcoming' }, { arranges, backTo: pathname + search })}
      pageSize={CLASS_PAGE_SIZE}
      keyOf={(session) => String(session.id)}
      nameOf={(session) => session.title}
      action={arranges && <AddClass />}
      search={t('classes.list.search')}
      tools={
        <Button
          variant="default"
          component={Link}
          to={paths.classHistory}
          leftSection={<IconHistory size={16} aria-hidden />}
        >
          {t('classes.list.history')}
        </Button>
      }
      below={
        <SortFields
          always
          orders={[
            { value: 'date', label: t('classes.column.date') },
            { value: 'title', label: t('classes.column.title') },
          ]}
          value={list.state}
          onChange={(sorting) => list.narrow({ ...list.state, ...sorting })}
        />
      }
      empty={{
        icon: <IconChalkboard size={32} stroke={1.5} aria-hidden />,
        title: t('classes.list.empty'),
        text: t(arranges ? 'classes.list.emptyText' : 'classes.list.emptyOwn'),
        action: arranges && <AddClass quiet />,
      }}
      failed={t('classes.list.failed')}
    />
  )
}
