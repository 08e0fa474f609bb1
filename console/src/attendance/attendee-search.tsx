import type { Roll } from '@vestry/contract/calls/attendance.ts'
import type { Attendee } from '@vestry/contract/calls/attendees.ts'
import { useMessages } from '../messages/use-messages.ts'
import { IconUserPlus } from '../ui/look/icons.ts'
import { SearchList } from '../ui/people/search-list.tsx'
import type { SearchState } from '../ui/people/search-list-state.ts'
import classes from './attendance-screen.module.css'
import { nameOf } from './roll-marks.ts'

export const idOf = ({ id }: Attendee) => id

/** Finds a child among all attendees and adds it to this class, or adds a guest who is not in the list yet. */
export function AttendeeSearch(props: {
  search: SearchState<Attendee>
  roll: Roll | undefined
  onAdd: (attendee: Attendee) => void
  onGuest: (typed: string) => void
  /** Present if the search also filters the roll. */
  filters: { onEnter: () => boolean; onClear: () => void } | undefined
}) {
  const { t } = useMessages()
  const recorded = (attendee: Attendee) =>
    props.roll?.children.some((child) => child.attendee_id === attendee.id && child.mark.version > 0) === true
  return (
    <SearchList
      label={t('attendance.search.label')}
      placeholder={t('attendance.search')}
      search={props.search}
      keyOf={idOf}
      nameOf={nameOf}
      draw={(attendee) => <FoundAttendee attendee={attendee} recorded={recorded(attendee)} />}
      action={t('attendance.add.action')}
      onAct={props.onAdd}
      beside={(typed) => <GuestOffer typed={typed} onGuest={props.onGuest} />}
      filters={props.filters}
    />
  )
}

export function FoundAttendee({ attendee, recorded }: { attendee: Attendee; recorded: boolean }) {
  const { t } = useMessages()
  const about = [recorded ? t('attendance.search.inClass') : '', attendee.parent_contact]
  return (
    <>
      {nameOf(attendee)}
      <span className={classes.about}>{about.filter((part) => part !== '').join(' · ')}</span>
    </>
  )
}

export function GuestOffer(props: { typed: string; onGuest: (typed: string) => void }) {
  const { t } = useMessages()
  return (
    <button type="button" className={classes.newGuest} onClick={() => props.onGuest(props.typed)}>
      <IconUserPlus size={18} aria-hidden />
      {t('attendance.guest.named', { name: props.typed })}
    </button>
  )
}
