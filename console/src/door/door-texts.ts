import type { DoorClass, Stay } from '@vestry/contract/calls/door.ts'
import { churchMoment } from '../api/church-day.ts'
import { currentLanguage, t } from '../messages/messages.ts'
import { formatTime } from '../ui/wall-clock.ts'

type Named = Pick<Stay, 'first_name' | 'last_name'>
export const nameOf = ({ first_name, last_name }: Named) => `${first_name} ${last_name}`.trim()

/** When it was at the church: `10:05`. */
export const timeAt = (moment: number) => formatTime(churchMoment(moment), currentLanguage())

/** A class as it is chosen: `10:30 Lambs · 12 of 20`. */
export function describeClass({ session_datetime, title, here, room_detail }: DoorClass): string {
  const { capacity = 0 } = room_detail ?? {}
  const room = capacity > 0 ? ` · ${t('door.class.places', { here, capacity })}` : ''
  return `${formatTime(session_datetime, currentLanguage())} ${title}${room}`
}

/** Where a child is: `Here since 10:05, Lambs`, or to whom it was given. */
export function describeStay({ arrived, gone, class_title }: Stay): string {
  return gone === null
    ? t('door.stay.here', { time: timeAt(arrived), class: class_title || t('door.class.deleted') })
    : t('door.stay.gone', { time: timeAt(gone.at), to: gone.to, by: gone.by })
}
