import type { Roll } from '@vestry/contract/attendance.ts'
import { useMessages } from '../messages/use-messages.ts'
import type { AttendanceVisit } from '../ui/attendance-visit.ts'
import { formatWallClock } from '../ui/wall-clock.ts'
import classes from './class-head.module.css'

/** What class it is. The roll knows best; until it has loaded, what the list said is shown. */
export function ClassHead({ visit, roll }: { visit: AttendanceVisit; roll: Roll | undefined }) {
  const { t, language } = useMessages()
  const { title, session_datetime } = roll ?? visit
  return (
    <>
      <dl className={classes.head}>
        <div className={classes.wide}>
          <dt>{t('attendance.head.title')}</dt>
          <dd className={classes.name}>{title === '' ? '…' : title}</dd>
        </div>
        <div>
          <dt>{t('attendance.head.date')}</dt>
          <dd title={session_datetime}>
            {session_datetime === '' ? '…' : formatWallClock(session_datetime, language)}
          </dd>
        </div>
        {roll !== undefined && roll.room !== '' && (
          <div>
            <dt>{t('attendance.head.room')}</dt>
            <dd>{roll.room}</dd>
          </div>
        )}
        {roll !== undefined && roll.teachers.length > 0 && (
          <div>
            <dt>{t('attendance.head.teachers', { count: roll.teachers.length })}</dt>
            <dd>{roll.teachers.join(', ')}</dd>
          </div>
        )}
        {roll !== undefined && roll.notes !== '' && (
          <div className={classes.notes}>
            <dt>{t('attendance.head.notes')}</dt>
            <dd>{roll.notes}</dd>
          </div>
        )}
      </dl>
      {roll?.cancelled === true && (
        <p className={classes.cancelled} role="status">
          {t('attendance.cancelled')}
        </p>
      )}
    </>
  )
}
