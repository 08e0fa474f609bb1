import type { TodayClass } from '@vestry/contract/calls/today.ts'
import { Link } from 'react-router'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { IconArrowRight, IconCalendarPlus } from '../ui/look/icons.ts'
import { formatDay, formatTimes } from '../ui/wall-clock.ts'
import { rollLink } from './class-rows.tsx'
import classes from './next-class.module.css'

/** The next class; all of it can be tapped to open its roll. */
export function NextClass({ session, now }: { session: TodayClass | null; now: string }) {
  const { t, language } = useMessages()
  if (session === null) {
    return (
      <div className={classes.none}>
        <IconCalendarPlus size={32} stroke={1.5} aria-hidden />
        <h2>{t('today.next.none')}</h2>
        <p>{t('today.next.noneText')}</p>
        <Link to={paths.calendar}>{t('today.next.calendar')}</Link>
      </div>
    )
  }
  const { session_datetime: time, title, room, children, recorded } = session
  const onDay = time.slice(0, 10)
  const isToday = onDay === now.slice(0, 10)
  return (
    <Link {...rollLink(session, now)} className={classes.card}>
      <span className={classes.when}>
        {t('today.next')} ·{' '}
        <time dateTime={time}>
          {isToday ? t('today.today') : formatDay(onDay, language)}, {formatTimes(session, language)}
        </time>
      </span>
      <span className={classes.title}>{title}</span>
      <span className={classes.about}>
        {[room, t('today.children', { count: children })].filter((part) => part !== '').join(' · ')}
      </span>
      <span className={classes.action}>
        {recorded === 0
          ? t(isToday ? 'today.next.take' : 'today.next.open')
          : recorded < children
            ? t('today.next.goOn', { recorded, children })
            : t('today.next.complete', { children })}
        <IconArrowRight size={20} stroke={2} aria-hidden />
      </span>
    </Link>
  )
}
