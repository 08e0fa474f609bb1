import type { AttendeeProfile } from '@vestry/contract/calls/attendees.ts'
import { Link } from 'react-router'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { attendanceAddress } from '../ui/classes/attendance-visit.ts'
import { ClassDot } from '../ui/classes/class-dot.tsx'
import { formatDate, formatWallClock } from '../ui/wall-clock.ts'
import classes from './attendee-classes.module.css'
import lists from './profile-list.module.css'

/** The classes on whose roster a child is, each with links to its roster and to its next roll. */
export function AttendeeClasses({ of }: { of: Pick<AttendeeProfile, 'classes'> }) {
  const { t, language } = useMessages()
  if (of.classes.length === 0) {
    return <p>{t('attendees.page.noClass')}</p>
  }
  return (
    <ul className={`${lists.list} ${classes.classes}`}>
      {of.classes.map(({ series_id, title, teachers, next, last }) => (
        <li key={series_id}>
          <Link className={classes.title} to={paths.roster(series_id)}>
            <ClassDot series={series_id} />
            {title}
          </Link>
          {teachers.length > 0 && <span>{teachers.join(', ')}</span>}
          {next === null ? (
            <span>{t('attendees.page.last', { date: formatDate(last, language) })}</span>
          ) : (
            <Link
              to={attendanceAddress({ class_id: next.class_id, session_type: 'upcoming' })}
              state={{ ...next, title, session_type: 'upcoming' }}
            >
              {t('attendees.page.next', { when: formatWallClock(next.session_datetime, language) })}
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}
