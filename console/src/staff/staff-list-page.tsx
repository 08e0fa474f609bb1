import { Button } from '@mantine/core'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useSession } from '../auth/session.ts'
import { runtimeConfig } from '../console-config.ts'
import { FormNotice } from '../forms/form-frame.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { GrowingList } from '../ui/forms/growing-list.tsx'
import { ListSearch } from '../ui/list/list-search.tsx'
import { ListTools } from '../ui/list/list-tools.tsx'
import { useListState } from '../ui/list/use-list-state.ts'
import { IconUserCog, IconUserPlus } from '../ui/look/icons.ts'
import { FormLink } from '../ui/return-link.tsx'
import { staffActions } from './staff-actions.tsx'
import { listStaff, STAFF } from './staff-calls.ts'
import { nameOf, staffColumns } from './staff-columns.tsx'
import classes from './staff-list-page.module.css'

/** The pool has its own order. */
const shape = { filters: {}, orders: { default: 'ASC' }, defaultOrder: 'default' } as const
const SKELETON_ROWS = 6

export function StaffListPage() {
  const { t, language } = useMessages()
  const session = useSession()
  const list = useListState<never, 'default'>(shape)
  const { search } = list.state
  const answer = useInfiniteQuery(listStaff(search))
  const queries = useQueryClient()
  const ownEmail = session.status === 'signed_in' ? session.email : ''

  return (
    <GrowingList
      title={t('staff.list.title')}
      answer={answer}
      columns={staffColumns(language, ownEmail)}
      actions={staffActions(ownEmail, () => queries.invalidateQueries({ queryKey: [...STAFF, 'list'] }))}
      pageSize={SKELETON_ROWS}
      keyOf={({ sub }) => sub}
      nameOf={nameOf}
      action={
        <Button component={FormLink} to={paths.invite} leftSection={<IconUserPlus size={16} aria-hidden />}>
          {t('staff.list.invite')}
        </Button>
      }
      tools={
        <>
          {!runtimeConfig().sendsEmail && (
            <div className={classes.notice}>
              <FormNotice text={t('staff.list.noEmail')} />
            </div>
          )}
          <ListTools>
            <ListSearch
              ref={list.searchBox}
              placeholder={t('staff.list.search')}
              applied={search}
              onSearch={list.search}
            />
          </ListTools>
        </>
      }
      filteredBy={search === '' ? [] : [t('ui.list.quoted', { text: search })]}
      onClear={list.clear}
      empty={{
        icon: <IconUserCog size={32} stroke={1.5} aria-hidden />,
        title: t('staff.list.empty'),
        text: t('staff.list.emptyText'),
      }}
      failed={t('staff.list.failed')}
    />
  )
}
