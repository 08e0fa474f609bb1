import type { TodayClass } from '@vestry/contract/calls/today.ts'
import { Link } from 'react-router'
import { useMessages } from '../messages/use-messages.ts'
import { type AttendanceVisit, attendanceAddress } from '../ui/classes/attendance-visit.ts'
import { ClassDot } from '../ui/classes/class-dot.tsx'
import { formatClock, formatDay, formatTime } from '../ui/wall-clock.ts'
import classes from './class-rows.module.css'
import { RollState } from './roll-state.tsx'

const dayOf = ({ session_datetime }: TodayClass) => session_datetime.slice(0, 10)

/** Classes, grouped by day; each whole row links to a roll. */
export function classRows(sessions: readonly TodayClass[], now: string) {
  return sessions.map((session, at) => {
    const above = sessions[at - 1]
    const beginsDay = above === undefined || dayOf(above) !== dayOf(session)
    return <ClassRow key={session.id} session={session} now={now} beginsDay={beginsDay} />
  })
}

function ClassRow({ session, now, beginsDay }: { session: TodayClass; now: string; beginsDay: boolean }) {
  const { t, language } = useMessages()
  const { session_datetime: time, end_time = '', title, room, cancelled } = session
  const day = dayOf(session)
  const name = day === now.slice(0, 10) ? t('today.today') : formatDay(day, language)
  return (
    <li data-same-day={!beginsDay || undefined}>
      {beginsDay && (
        <p className={classes.day} aria-hidden>
          {name}
        </p>
      )}
      <Link {...rollLink(session, now)} className={classes.row}>
        <time dateTime={time} className={classes.time}>
          <span className="visually-hidden">{name}, </span>
          {formatTime(time, language)}
          {end_time !== '' && <span className={classes.room}>–{formatClock(end_time, language)}</span>}
        </time>
        <span className={classes.title}>
          <ClassDot series={session.series_id} />
          {cancelled ? <s>{title}</s> : title}
          {room !== '' && <span className={classes.room}> {room}</span>}
        </span>
        <RollState session={session} now={now} />
      </Link>
    </li>
  )
}

/** The address of a class's roll, as a coming or a past one. */
export function rollLink(session: TodayClass, now: string): { to: string; state: AttendanceVisit } {
  const { id: class_id, title, session_datetime } = session
  const session_type = dayOf(session) < now.slice(0, 10) ? 'history' : 'upcoming'
  const state = { class_id, title, session_datetime, session_type } as const
  return { to: attendanceAddress(state), state }
}
