import { useQuery } from '@tanstack/react-query'
import type { Room } from '@vestry/contract/calls/rooms.ts'
import { callApi } from '../api/call-api.ts'
import { queryClient } from '../api/query-client.ts'
import { listRooms } from '../api/rooms/list-rooms.ts'
import { askAndDelete } from '../api/trash/ask-and-delete.ts'
import { t } from '../messages/messages.ts'
import { useMessages } from '../messages/use-messages.ts'
import type { Column } from '../ui/list/list-table.tsx'
import { IconChalkboard } from '../ui/look/icons.ts'
import { SmallList } from '../ui/records/small-list.tsx'
import { useEditDialog } from '../ui/records/use-edit-dialog.ts'
import { RoomDialog } from './room-dialog.tsx'
import classes from './rooms-page.module.css'

const SKELETON_ROWS = 4

/** The rooms that classes meet in. */
export function RoomsPage() {
  const { t } = useMessages()
  const query = useQuery(listRooms)
  const { open, edit } = useEditDialog<Room>()
  const texts = {
    ...{ title: t('shell.page.rooms'), intro: t('rooms.page.intro'), failed: t('rooms.page.failed') },
    ...{ empty: t('rooms.page.empty'), emptyText: t('rooms.page.empty.text') },
    ...{ add: t('rooms.add'), edit: t('rooms.edit'), remove: t('rooms.delete') },
  }
  return (
    <>
      <SmallList
        {...{ texts, query, edit, remove: askAndRemove, icon: IconChalkboard }}
        columns={columns()}
        skeletonRows={SKELETON_ROWS}
      />
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
