import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Attendee } from '@vestry/contract/calls/attendees.ts'
import { IMPORT_RIGHTS } from '@vestry/contract/rules/import-rules.ts'
import { MERGE_RIGHTS } from '@vestry/contract/rules/merge-rules.ts'
import {
  ATTENDEE_ORDERS,
  ATTENDEE_PAGE_SIZE,
  MAX_AT_ONCE,
} from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import { Link } from 'react-router'
import { fetchCode } from '../api/fetch-code.ts'
import { useSmallPhotos } from '../api/people/small-photos.ts'
import { useOwnRole } from '../auth/use-own-role.ts'
import { ExportButton } from '../exports/export-button.tsx'
import { loadMessages } from '../messages/messages.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { SortFields } from '../ui/forms/sort-fields.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import { useListState } from '../ui/list/use-list-state.ts'
import { useSeveral } from '../ui/list/use-several.tsx'
import { IconPlus, IconUsers } from '../ui/look/icons.ts'
import { FormLink } from '../ui/return-link.tsx'
import { useChurch } from '../ui/use-church.ts'
import { ATTENDEES, listAttendees } from './attendee-calls.ts'
import { attendeeActions, attendeeColumns, attendeeShape } from './attendee-columns.tsx'
import { fullName } from './attendee-fields.ts'
import { AttendeeFilter } from './attendee-filter.tsx'
import classes from './attendee-list.module.css'
import { deleteAttendee } from './delete-attendee.ts'
import { DuplicatesLink } from './duplicates-link.tsx'

/** The code for selecting several, which can open the dialog that exports them. */
const loadSelection = async () => {
  const [{ attendeeSelection }] = await fetchCode(() =>
    Promise.all([import('./attendee-selection.tsx'), loadMessages('several'), loadMessages('export')]),
  )
  return attendeeSelection
}

export function AttendeeListPage() {
  const { t } = useMessages()
  const own = useOwnRole()
  const { families } = useChurch()
  const list = useListState(attendeeShape)
  const answer = useQuery(listAttendees(list.queryOf(list.state, ATTENDEE_PAGE_SIZE)))
  const queries = useQueryClient()
  const smallOf = useSmallPhotos(answer.data?.results)
  const remove = (attendee: Attendee) =>
    deleteAttendee(attendee, () => queries.invalidateQueries({ queryKey: ATTENDEES }))
  const several = useSeveral<Attendee>(t('attendees.list.select'), loadSelection, {
    most: MAX_AT_ONCE,
    keyOf: ({ id }) => String(id),
    nameOf: fullName,
  })
  const imports = own.may(IMPORT_RIGHTS) && (
    <Button variant="default" component={FormLink} to={paths.importAttendees}>
      {t('attendees.list.import')}
    </Button>
  )

  return (
    <ListPage
      title={t('attendees.list.title')}
      list={list}
      answer={answer}
      fetchRows={(state, limit) => queries.fetchQuery(listAttendees(list.queryOf(state, limit)))}
      columns={attendeeColumns(smallOf)}
      actions={attendeeActions(remove, own)}
      pageSize={ATTENDEE_PAGE_SIZE}
      keyOf={several.keyOf}
      nameOf={several.nameOf}
      several={own.may('allChildren') ? several : undefined}
      action={
        own.may('children') && (
          <div className={classes.actions}>
            {imports}
            <ExportButton kind="attendees" />
            <Button
              component={FormLink}
              to={paths.newAttendee}
              leftSection={<IconPlus size={16} aria-hidden />}
            >
              {t('attendees.list.add')}
            </Button>
          </div>
        )
      }
      search={t('attendees.list.search')}
      searches={{ label: t('attendees.list.searchLabel'), help: t('attendees.list.searchHelp') }}
      tools={
        <>
          {own.may(MERGE_RIGHTS) && <DuplicatesLink />}
          {families && own.may('allChildren') && (
            <Button variant="default" component={Link} to={paths.families}>
              {t('shell.page.families')}
            </Button>
          )}
        </>
      }
      below={
        <>
          {own.may('allChildren') && <AttendeeFilter list={list} />}
          <SortFields
            orders={ATTENDEE_ORDERS.map((order) => ({ value: order, label: t(`attendees.order.${order}`) }))}
            value={list.state}
            onChange={list.sort}
          />
        </>
      }
      empty={{
        icon: <IconUsers size={32} stroke={1.5} aria-hidden />,
        title: t('attendees.list.empty'),
        text: t('attendees.list.emptyText'),
        action: own.may('children') && (
          <>
            <Button variant="default" component={FormLink} to={paths.newAttendee}>
              {t('attendees.list.add')}
            </Button>
            {imports}
          </>
        ),
      }}
      failed={t('attendees.list.failed')}
    />
  )
}
