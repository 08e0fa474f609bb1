import { Link } from 'react-router'
import { useOwnRole } from '../auth/use-own-role.ts'
import { useMessages } from '../messages/use-messages.ts'
import { classColour } from '../ui/classes/class-dot.tsx'
import { IconMicrophone2, IconSchool } from '../ui/look/icons.ts'
import { useLinkState } from '../ui/return-link.tsx'
import { formatClock, formatTime } from '../ui/wall-clock.ts'
import { type CalendarEntry, targetOf } from './calendar-entries.ts'
import classes from './calendar-link.module.css'

/** The mark of a class, in the colour of its series. */
export function ClassMark({ series }: { series?: number }) {
  const colour = series === undefined ? undefined : classColour(series)
  return <IconSchool size={16} stroke={1.75} aria-hidden className={classes.class} style={colour} />
}

export function SermonMark() {
  return <IconMicrophone2 size={16} stroke={1.75} aria-hidden className={classes.sermon} />
}

/** A class or a sermon in the calendar. It leads to its attendance, form or page; the form leads back here. */
export function CalendarLink({ entry, today }: { entry: CalendarEntry; today: string }) {
  const { t, language } = useMessages()
  const { arranges, may } = useOwnRole()
  const wayHere = useLinkState()
  const { to, state = wayHere } = targetOf(entry, { today, arranges, mayEdit: may('sermons') })
  const cancelled = entry.kind === 'class' && entry.cancelled
  const end = entry.kind === 'class' ? entry.end_time : ''
  const room = entry.kind === 'class' ? entry.room : ''
  return (
    <Link to={to} state={state} className={classes.link} title={entry.title} data-kind={entry.kind}>
      {entry.kind === 'class' ? <ClassMark series={entry.series_id} /> : <SermonMark />}
      <span className={classes.text}>
        <time dateTime={entry.time}>
          {formatTime(entry.time, language)}
          {end !== '' && <span className="visually-hidden-wide">–{formatClock(end, language)}</span>}
        </time>{' '}
        <span className={classes.title}>{cancelled ? <s>{entry.title}</s> : entry.title}</span>
      </span>{' '}
      {cancelled && (
        <span className={`${classes.cancelled} visually-hidden-wide`}>{t('calendar.cancelled')}</span>
      )}{' '}
      {/* Where seven days are side by side, the summary above explains the marks in words. */}
      <span className={`${classes.kind} visually-hidden-wide`}>
        {[t(`calendar.${entry.kind}`), room].filter((part) => part !== '').join(' · ')}
      </span>
    </Link>
  )
}
