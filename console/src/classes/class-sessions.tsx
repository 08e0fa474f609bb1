import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ClassSession } from '@vestry/contract/calls/classes.ts'
import { CLASS_PAGE_SIZE, type ClassOrder } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import type { ComponentProps, ReactNode } from 'react'
import { useOwnRole } from '../auth/use-own-role.ts'
import { useMessages } from '../messages/use-messages.ts'
import { SortFields } from '../ui/forms/sort-fields.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { ListControl } from '../ui/list/use-list-state.ts'
import { type ClassList, classActions, classColumns } from './class-columns.tsx'
import { listClasses } from './classes-calls.ts'

/** A page of class sessions, either from a day on or up to it, with the actions for each. */
export function ClassSessions(
  props: Pick<
    ComponentProps<typeof ListPage<ClassSession, never, ClassOrder>>,
    'title' | 'titleApart' | 'list' | 'action' | 'tools' | 'empty'
  > & {
    shown: ClassList
    day: string
    list: ListControl<never, ClassOrder>
    /** Shown above the sort order. */
    above?: ReactNode
  },
) {
  const { t, language } = useMessages()
  const { arranges } = useOwnRole()
  const { shown, day, list, above, ...looks } = props
  const upcoming = shown.kind === 'upcoming'
  const queries = useQueryClient()
  const page = (state: typeof list.state, limit: number) =>
    listClasses(arranges, {
      ...list.queryOf(state, limit),
      includeAttendanceCount: true,
      includeTurnout: !upcoming,
      session_datetime: day,
      operator: upcoming ? 'gte' : 'lte',
    })
  const answer = useQuery(page(list.state, CLASS_PAGE_SIZE))
  return (
    <ListPage
      {...looks}
      list={list}
      answer={answer}
      fetchRows={(state, limit) => queries.fetchQuery(page(state, limit))}
      columns={classColumns(shown, language)}
      actions={classActions(shown, arranges)}
      pageSize={CLASS_PAGE_SIZE}
      keyOf={(session) => String(session.id)}
      nameOf={(session) => session.title}
      search={t('classes.list.search')}
      below={
        <>
          {above}
          <SortFields
            always={upcoming}
            orders={[
              { value: 'date', label: t('classes.column.date') },
              { value: 'title', label: t('classes.column.title') },
            ]}
            value={list.state}
            onChange={list.sort}
          />
        </>
      }
      failed={t('classes.list.failed')}
    />
  )
}
