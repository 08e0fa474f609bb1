import type { KeptWork } from '../api/offline/kept-work.ts'
import { useMessages } from '../messages/use-messages.ts'
import { IconCloudOff } from '../ui/look/icons.ts'
import { StateWord } from '../ui/people/state-word.tsx'
import classes from './kept-guests-list.module.css'

/** The guests of a class who wait on this device for a line. */
export function KeptGuestsList({ classId, work }: { classId: number; work: readonly KeptWork[] }) {
  const { t } = useMessages()
  const guests = work.filter(({ operation }) => operation.kind === 'guest' && operation.class_id === classId)
  return (
    guests.length > 0 && (
      <section className={classes.guests} aria-label={t('attendance.guest.keptHere')}>
        <h2>{t('attendance.guest.keptHere')}</h2>
        <ul>
          {guests.map(({ key, name }) => (
            <li key={key}>
              <IconCloudOff size={16} aria-hidden />
              <span>{name}</span>
              <StateWord state="present" />
            </li>
          ))}
        </ul>
      </section>
    )
  )
}
