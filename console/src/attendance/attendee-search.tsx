import type { Roll } from '@vestry/contract/attendance.ts'
import type { Attendee } from '@vestry/contract/attendees.ts'
import { useMessages } from '../messages/use-messages.ts'
import { IconUserPlus } from '../ui/icons.ts'
import { SearchList } from '../ui/search-list.tsx'
import { findAttendees } from './attendance-calls.ts'
import classes from './attendance-screen.module.css'
import { nameOf } from './roll-marks.ts'

/** Finds a child among all attendees, to add it to this class, or a guest if it is not in the list yet. */
export function AttendeeSearch(props: {
  roll: Roll | undefined
  onAdd: (attendee: Attendee) => void
  onGuest: (typed: string) => void
}) {
  const { t } = useMessages()
  const recorded = (attendee: Attendee) =>
    props.roll?.children.some((child) => child.attendee_id === attendee.id && child.mark.version > 0) === true
  return (
    <SearchList
      label={t('attendance.search.label')}
      placeholder={t('attendance.search')}
      find={findAttendees}
      keyOf={(attendee) => attendee.id}
      nameOf={nameOf}
      draw={(attendee) => (
        <>
          {nameOf(attendee)}
          <span className={classes.about}>
            {[recorded(attendee) ? t('attendance.search.inClass') : '', attendee.parent_contact]
              .filter((part) => part !== '')
              .join(' · ')}
          </span>
        </>
      )}
      action={t('attendance.add.action')}
      onAct={props.onAdd}
      beside={(typed) => (
        <button type="button" className={classes.newGuest} onClick={() => props.onGuest(typed)}>
          <IconUserPlus size={18} aria-hidden />
          {t('attendance.guest.named', { name: typed })}
        </button>
      )}
    />
  )
}
