import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FAMILY_RIGHTS } from '@vestry/contract/rules/rights.ts'
import { FAMILY_PAGE_SIZE } from '@vestry/contract/sunday-school/family-record.ts'
import { Link } from 'react-router'
import { queryClient } from '../api/query-client.ts'
import { useOwnRole } from '../auth/use-own-role.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import type { ListState } from '../ui/list/list-address.ts'
import { ListPage } from '../ui/list/list-page.tsx'
import { useListState } from '../ui/list/use-list-state.ts'
import { IconPlus, IconUsers } from '../ui/look/icons.ts'
import { FormLink } from '../ui/return-link.tsx'
import { deleteFamily } from './delete-family.ts'
import { listFamilies, reloadFamilies } from './family-calls.ts'
import { FamilyChangeList } from './family-change-list.tsx'
import { familyActions, familyColumns } from './family-columns.tsx'
import classes from './family-list.module.css'

/** Families have one order. */
const shape = { filters: {}, orders: { default: 'ASC' }, defaultOrder: 'default' } as const

function queryOf({ search, page }: ListState<never, 'default'>, limit: number) {
  return { ...(search !== '' && { search }), limit, offset: (page - 1) * limit }
}

export function FamilyListPage() {
  const { t } = useMessages()
  const own = useOwnRole()
  const mayChange = own.may(FAMILY_RIGHTS)
  const list = useListState<never, 'default'>(shape)
  const answer = useQuery({
    ...listFamilies(queryOf(list.state, FAMILY_PAGE_SIZE)),
    placeholderData: keepPreviousData,
  })
  const fromContacts = (
    <Button variant="default" component={FormLink} to={paths.contactFamilies}>
      {t('families.page.list.contacts')}
    </Button>
  )

  return (
    <>
      <ListPage
        title={t('shell.page.families')}
        list={list}
        answer={answer}
        fetchRows={(state, limit) => queryClient.fetchQuery(listFamilies(queryOf(state, limit)))}
        columns={familyColumns(mayChange)}
        actions={mayChange ? familyActions((family) => deleteFamily(family, reloadFamilies), own) : undefined}
        pageSize={FAMILY_PAGE_SIZE}
        keyOf={({ id }) => String(id)}
        nameOf={({ name }) => name}
        action={
          mayChange && (
            <div className={classes.actions}>
              {fromContacts}
              <Button
                component={FormLink}
                to={paths.family('new')}
                leftSection={<IconPlus size={16} aria-hidden />}
              >
                {t('families.page.title.new')}
              </Button>
            </div>
          )
        }
        search={t('families.page.list.placeholder')}
        searches={{ label: t('families.page.list.search'), help: t('families.page.list.searchHelp') }}
        empty={{
          icon: <IconUsers size={32} stroke={1.5} aria-hidden />,
          title: t('families.page.list.empty'),
          text: t('families.page.list.emptyText'),
          action: mayChange ? (
            fromContacts
          ) : (
            <Button variant="default" component={Link} to={paths.attendees}>
              {t('shell.page.attendees')}
            </Button>
          ),
        }}
        failed={t('families.page.list.failed')}
      />
      {mayChange && <FamilyChangeList />}
    </>
  )
}
