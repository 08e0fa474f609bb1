import { queryOptions, useQuery } from '@tanstack/react-query'
import { listKeptGuests } from '../api/offline/kept-guests.ts'
import { currentUserId } from '../auth/session.ts'
import { useMessages } from '../messages/use-messages.ts'
import { IconCloudOff } from '../ui/look/icons.ts'
import { StateWord } from '../ui/people/state-word.tsx'
import classes from './kept-guests-list.module.css'
import { nameOf } from './roll-marks.ts'

export const keptGuests = queryOptions({
  queryKey: ['kept-guests'],
  queryFn: () => listKeptGuests(currentUserId() ?? ''),
  networkMode: 'always',
  staleTime: 0,
})

/** The guests of a class who wait on this device for a line. */
export function KeptGuestsList({ classId }: { classId: number }) {
  const { t } = useMessages()
  const { data = [] } = useQuery(keptGuests)
  const guests = data.filter(({ class_id }) => class_id === classId)
  return (
    guests.length > 0 && (
      <section className={classes.guests} aria-label={t('attendance.guest.keptHere')}>
        <h2>{t('attendance.guest.keptHere')}</h2>
        <ul>
          {guests.map((guest) => (
            <li key={guest.request_id}>
              <IconCloudOff size={16} aria-hidden />
              <span>{nameOf(guest)}</span>
              <StateWord state="present" />
            </li>
          ))}
        </ul>
      </section>
    )
  )
}
