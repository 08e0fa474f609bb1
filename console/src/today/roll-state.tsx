import type { TodayClass } from '@vestry/contract/calls/today.ts'
import { useMessages } from '../messages/use-messages.ts'
import { IconAlertTriangle, IconCheck } from '../ui/look/icons.ts'
import classes from './roll-state.module.css'

/** How far the roll of a class has been taken, by icon, word and colour. */
export function RollState({ session, now }: { session: TodayClass; now: string }) {
  const { t } = useMessages()
  const { cancelled, session_datetime, children, recorded, present } = session
  if (cancelled) {
    return <span className={classes.state}>{t('today.cancelled')}</span>
  }
  if (recorded === 0 && session_datetime > now) {
    return <span className={classes.state}>{t('today.children', { count: children })}</span>
  }
  const taken = recorded > 0 && recorded >= children
  const Mark = taken ? IconCheck : IconAlertTriangle
  return (
    <span className={classes.state} data-state={taken ? 'taken' : 'open'}>
      <Mark size={16} stroke={2} aria-hidden />
      {recorded === 0
        ? t('today.notTaken')
        : taken
          ? t('today.present', { present, children })
          : t('today.recorded', { recorded, children })}
    </span>
  )
}
