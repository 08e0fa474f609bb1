import type { Roll } from '@vestry/contract/calls/attendance.ts'
import { useState } from 'react'
import { useMessages } from '../messages/use-messages.ts'
import type { AttendanceVisit } from '../ui/classes/attendance-visit.ts'
import { ClassDot } from '../ui/classes/class-dot.tsx'
import { formatSpan } from '../ui/wall-clock.ts'
import classes from './class-head.module.css'

/**
 * Says which class it is. The roll knows best; until it has loaded, what the list said is shown. On a phone, where the
 * children need the room, it is one line that unfolds.
 */
export function ClassHead({ visit, roll }: { visit: AttendanceVisit; roll: Roll | undefined }) {
  const { t, language } = useMessages()
  const [open, setOpen] = useState(false)
  const { title, session_datetime } = roll ?? visit
  const hasMore = roll !== undefined && (roll.room !== '' || roll.teachers.length > 0 || roll.notes !== '')
  return (
    <div className={classes.top} data-open={open || undefined}>
      <dl className={classes.head}>
        <div className={classes.wide}>
          <dt>{t('attendance.head.title')}</dt>
          <dd className={classes.name}>
            {roll && <ClassDot series={roll.series_id} />}
            {title === '' ? '…' : title}
          </dd>
        </div>
        <div>
          <dt>{t('attendance.head.date')}</dt>
          <dd title={session_datetime}>
            {session_datetime === '' ? '…' : formatSpan(roll ?? visit, language)}
          </dd>
        </div>
        {roll !== undefined && roll.room !== '' && (
          <div className={classes.more}>
            <dt>{t('attendance.head.room')}</dt>
            <dd>{roll.room}</dd>
          </div>
        )}
        {roll !== undefined && roll.teachers.length > 0 && (
          <div className={classes.more}>
            <dt>{t('attendance.head.teachers', { count: roll.teachers.length })}</dt>
            <dd>{roll.teachers.join(', ')}</dd>
          </div>
        )}
        {roll !== undefined && roll.notes !== '' && (
          <div className={`${classes.more} ${classes.notes}`}>
            <dt>{t('attendance.head.notes')}</dt>
            <dd>{roll.notes}</dd>
          </div>
        )}
      </dl>
      {hasMore && (
        <button
          type="button"
          className={classes.unfold}
          aria-expanded={open}
          aria-label={t('attendance.head.more')}
          onClick={() => setOpen(!open)}
        />
      )}
      {roll?.cancelled === true && (
        <p className={classes.cancelled} role="status">
          {t('attendance.cancelled')}
        </p>
      )}
    </div>
  )
}
