import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Room } from '@vestry/contract/calls/rooms.ts'
import { useRef } from 'react'
import { callApi } from '../api/call-api.ts'
import { queryClient } from '../api/query-client.ts'
import { listRooms } from '../api/rooms/list-rooms.ts'
import { askAndDelete } from '../api/trash/ask-and-delete.ts'
import { t } from '../messages/messages.ts'
import { useMessages } from '../messages/use-messages.ts'
import { ErrorBox } from '../ui/error-box.tsx'
import { ListNotice } from '../ui/list/list-notice.tsx'
import { type Column, ListTable } from '../ui/list/list-table.tsx'
import type { RowAction } from '../ui/list/row-menu.tsx'
import { IconChalkboard, IconPencil, IconPlus, IconTrash } from '../ui/look/icons.ts'
import { PageHeading } from '../ui/page-heading.tsx'
import { useEditDialog } from '../ui/records/use-edit-dialog.ts'
import { RoomDialog } from './room-dialog.tsx'
import classes from './rooms-page.module.css'

const SKELETON_ROWS = 4

/** The rooms that classes meet in. */
export function RoomsPage() {
  const { t } = useMessages()
  const { data: rooms, error, refetch } = useQuery(listRooms)
  const { open, edit } = useEditDialog<Room>()
  const list = useRef<HTMLDivElement>(null)

  const actions: RowAction<Room>[] = [
    {
      key: 'edit',
      title: t('rooms.edit'),
      icon: <IconPencil size={16} aria-hidden />,
      primary: true,
      run: edit,
    },
    {
      key: 'delete',
      title: t('rooms.delete'),
      icon: <IconTrash size={16} aria-hidden />,
      danger: true,
      overflow: true,
      run: askAndRemove,
    },
  ]
  const add = (quiet: boolean) => (
    <Button
      {...(quiet ? { variant: 'default' } : { leftSection: <IconPlus size={16} aria-hidden /> })}
      onClick={() => void edit(undefined)}
    >
      {t('rooms.add')}
    </Button>
  )
  return (
    <>
      <PageHeading title={t('shell.page.rooms')}>{add(false)}</PageHeading>
      <p className={classes.intro}>{t('rooms.page.intro')}</p>
      {error !== null && rooms === undefined ? (
        <ErrorBox
          message={t('rooms.page.failed')}
          detail={error.message}
          failure={error}
          onRetry={() => refetch()}
        />
      ) : (
        <div ref={list} tabIndex={-1} className={classes.list}>
          {rooms?.length === 0 ? (
            <ListNotice
              icon={<IconChalkboard size={32} stroke={1.5} aria-hidden />}
              title={t('rooms.page.empty')}
              text={t('rooms.page.empty.text')}
            >
              {add(true)}
            </ListNotice>
          ) : (
            <ListTable
              caption={t('shell.page.rooms')}
              columns={columns()}
              actions={actions}
              rows={rooms}
              pageSize={SKELETON_ROWS}
              keyOf={({ id }) => String(id)}
              nameOf={({ name }) => name}
              stale={false}
              onRowGone={() => list.current?.focus()}
            />
          )}
        </div>
      )}
      {open !== undefined && <RoomDialog room={open.row} onClose={open.close} />}
    </>
  )
}

function columns(): Column<Room, never>[] {
  return [
    { key: 'name', title: t('rooms.column.name'), heads: true, cell: ({ name }) => name },
    {
      key: 'capacity',
      title: t('rooms.column.capacity'),
      width: 12,
      cell: ({ capacity: count }) => (count > 0 ? t('rooms.capacity', { count }) : t('rooms.capacity.none')),
    },
    {
      key: 'adults',
      title: t('rooms.column.adults'),
      width: 14,
      cell: ({ children_per_adult: count }) =>
        count > 0 ? t('rooms.adults.each', { count }) : t('rooms.adults.byAge'),
    },
    {
      key: 'state',
      title: t('rooms.column.state'),
      width: 7,
      cell: ({ open }) =>
        open ? t('rooms.open') : <span className={classes.closed}>{t('rooms.closed')}</span>,
    },
  ]
}

function askAndRemove({ id, name }: Room): Promise<boolean> {
  return askAndDelete({
    ask: async () => ({ title: t('rooms.delete.question', { name }), message: t('rooms.delete.text') }),
    running: t('ui.delete.running'),
    async work() {
      await callApi('DELETE /rooms', { query: { id } })
      return t('rooms.delete.done', { name })
    },
    reload: () => queryClient.invalidateQueries(listRooms),
    failed: t('rooms.delete.failed', { name }),
  })
}
