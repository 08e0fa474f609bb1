import type { RollChild, RollStay } from '@vestry/contract/calls/attendance.ts'
import { churchMoment } from '../api/church-day.ts'
import { useMessages } from '../messages/use-messages.ts'
import { IconArrowRight, IconCircleDashed, IconUserCheck } from '../ui/look/icons.ts'
import { formatTime } from '../ui/wall-clock.ts'
import classes from './door-signs.module.css'

/** Whether a child has arrived at the door and when, or when it has gone, by a sign and in words. */
export function StayWord({ stay }: { stay: RollStay | null }) {
  const { t, language } = useMessages()
  const timeAt = (moment: number) => formatTime(churchMoment(moment), language)
  const isHere = stay !== null && stay.gone === null && stay.elsewhere === undefined
  const Icon = stay === null ? IconCircleDashed : isHere ? IconUserCheck : IconArrowRight
  return (
    <span className={classes.stay} data-here={isHere || undefined}>
      <Icon size={15} aria-hidden />
      {stay === null
        ? t('door.roll.notArrived')
        : stay.gone !== null
          ? t('door.roll.gone', { time: timeAt(stay.gone) })
          : stay.elsewhere === undefined
            ? t('door.roll.arrived', { time: timeAt(stay.arrived) })
            : t('door.roll.elsewhere', { class: stay.elsewhere || t('door.class.deleted') })}
    </span>
  )
}

/** How many of a roll's children are in the room. */
export function RoomCount({ of }: { of: readonly RollChild[] }) {
  const { t } = useMessages()
  const inClass = of.flatMap(({ stay }) => (stay && stay.elsewhere === undefined ? [stay] : []))
  const here = inClass.filter(({ gone }) => gone === null).length
  const gone = inClass.length - here
  return (
    <p className={classes.count}>{t('door.roll.count', { here, gone, missing: of.length - here - gone })}</p>
  )
}
