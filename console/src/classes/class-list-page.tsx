import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { useChurchToday } from '../api/clock/use-church-today.ts'
import { useOwnRole } from '../auth/use-own-role.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import type { ListShape } from '../ui/list/list-address.ts'
import { useListState } from '../ui/list/use-list-state.ts'
import { IconChalkboard, IconHistory, IconPlus } from '../ui/look/icons.ts'
import { FormLink } from '../ui/return-link.tsx'
import { useChurch } from '../ui/use-church.ts'
import { ClassSessions } from './class-sessions.tsx'

/** The next class comes first. */
const shape = {
  filters: {},
  orders: { date: 'ASC', title: 'ASC' },
  defaultOrder: 'date',
} as const satisfies ListShape

/** The classes from today on. */
export function ClassListPage() {
  const { t } = useMessages()
  const { arranges } = useOwnRole()
  const { rooms } = useChurch()
  const list = useListState(shape)
  const today = useChurchToday()
  return (
    <ClassSessions
      title={t('classes.list.title')}
      shown={{ kind: 'upcoming' }}
      day={today}
      list={list}
      action={arranges && <AddClass />}
      tools={
        <>
          <Button
            variant="default"
            component={Link}
            to={paths.classHistory}
            leftSection={<IconHistory size={16} aria-hidden />}
          >
            {t('classes.list.history')}
          </Button>
          {arranges && rooms && (
            <Button variant="default" component={Link} to={paths.rooms}>
              {t('shell.page.rooms')}
            </Button>
          )}
        </>
      }
      empty={{
        icon: <IconChalkboard size={32} stroke={1.5} aria-hidden />,
        title: t('classes.list.empty'),
        text: t(arranges ? 'classes.list.emptyText' : 'classes.list.emptyOwn'),
        action: arranges && <AddClass quiet />,
      }}
    />
  )
}

function AddClass({ quiet = false }: { quiet?: boolean }) {
  const { t } = useMessages()
  return (
    <Button
      component={FormLink}
      to={paths.newClass}
      {...(quiet ? { variant: 'default' } : { leftSection: <IconPlus size={16} aria-hidden /> })}
    >
      {t('classes.list.add')}
    </Button>
  )
}
