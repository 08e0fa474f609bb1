import type { ClassSession } from '@vestry/contract/calls/classes.ts'
import type { MessageLanguage } from '@vestry/contract/messages/message-languages.ts'
import type { ClassOrder } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import { Link } from 'react-router'
import { t } from '../messages/messages.ts'
import { paths } from '../paths.ts'
import { type AttendanceVisit, attendanceAddress } from '../ui/classes/attendance-visit.ts'
import { ClassDot } from '../ui/classes/class-dot.tsx'
import type { Column } from '../ui/list/list-table.tsx'
import type { RowAction } from '../ui/list/row-menu.tsx'
import {
  IconCalendarCheck,
  IconCalendarOff,
  IconCalendarRepeat,
  IconChecklist,
  IconCopy,
  IconPencil,
  IconTrash,
  IconUsers,
} from '../ui/look/icons.ts'
import { formatSpan } from '../ui/wall-clock.ts'
import classes from './class-columns.module.css'
import { changeCancelled, removeClass } from './end-class.ts'

/** Which of the two lists a row is in. */
export type ClassList = {
  kind: AttendanceVisit['session_type']
  /** Called when somebody goes on to mark attendance. */
  onVisit?: () => void
}

export function classColumns(list: ClassList, language: MessageLanguage): Column<ClassSession, ClassOrder>[] {
  return [
    {
      key: 'title',
      title: t('classes.column.title'),
      order: 'title',
      heads: true,
      cell: (session) => <ClassTitle session={session} list={list} />,
    },
    {
      key: 'date',
      title: t('classes.column.date'),
      order: 'date',
      width: 15,
      cell: (session) =>
        session.session_datetime === '' ? (
          t('classes.column.noDate')
        ) : (
          <time dateTime={session.session_datetime} title={session.session_datetime} className={classes.date}>
            {formatSpan(session, language)}
          </time>
        ),
    },
    {
      key: 'records',
      title: t('classes.column.records'),
      width: 10,
      cell: ({ attendance_count = 0, turnout }) => (
        <span className={attendance_count === 0 && list.kind === 'upcoming' ? classes.none : undefined}>
          {attendance_count}
          <span className={classes.unit}> {t('classes.column.recordsOf', { count: attendance_count })}</span>
          {turnout && <span className={classes.about}>{t('classes.turnout', turnout)}</span>}
        </span>
      ),
    },
  ]
}

function ClassTitle({ session, list }: { session: ClassSession; list: ClassList }) {
  const about = [session.room, session.teachers.join(', ')].filter((text) => text !== '')
  return (
    <>
      {session.cancelled ? (
        <>
          <ClassDot series={session.series_id} />
          <s>{session.title}</s> <span className={classes.cancelled}>{t('classes.cancelled')}</span>
        </>
      ) : (
        <>
          <ClassDot series={session.series_id} />
          <Link
            className={classes.title}
            to={attendanceAddress(visitOf(session, list.kind))}
            state={visitOf(session, list.kind)}
            onClick={list.onVisit}
          >
            {session.title}
          </Link>
        </>
      )}
      {about.length > 0 && <span className={classes.about}>{about.join(' · ')}</span>}
    </>
  )
}

function visitOf(session: ClassSession, session_type: AttendanceVisit['session_type']): AttendanceVisit {
  const { id, title, session_datetime } = session
  return { class_id: id, title, session_datetime, session_type }
}

/** The actions for a class: a person who only teaches can mark attendance and see the roster. */
export function classActions(list: ClassList, arranges: boolean): RowAction<ClassSession>[] {
  const mark: RowAction<ClassSession> = {
    key: 'mark',
    title: t('classes.action.mark'),
    icon: <IconChecklist size={16} aria-hidden />,
    primary: true,
    when: (session) => !session.cancelled,
    to: (session) => attendanceAddress(visitOf(session, list.kind)),
    state: (session) => visitOf(session, list.kind),
    run: async () => {
      list.onVisit?.()
      return await Promise.resolve(false)
    },
  }
  const roster: RowAction<ClassSession> = {
    key: 'roster',
    title: t('classes.action.roster'),
    icon: <IconUsers size={16} aria-hidden />,
    overflow: arranges,
    to: (session) => paths.roster(session.series_id),
  }
  if (!arranges) {
    return [mark, roster]
  }
  return [
    mark,
    {
      key: 'edit',
      title: t('classes.action.edit'),
      icon: <IconPencil size={16} aria-hidden />,
      overflow: true,
      to: (session) => paths.editClass(session.id),
    },
    {
      key: 'copy',
      title: t('classes.action.copy'),
      icon: <IconCopy size={16} aria-hidden />,
      overflow: true,
      to: (session) => paths.copyClass(session.id),
    },
    {
      key: 'term',
      title: t('classes.action.term'),
      icon: <IconCalendarRepeat size={16} aria-hidden />,
      overflow: true,
      to: (session) => paths.nextTerm(session.id),
    },
    roster,
    {
      key: 'cancel',
      title: t('classes.action.cancel'),
      icon: <IconCalendarOff size={16} aria-hidden />,
      overflow: true,
      when: (session) => !session.cancelled,
      run: changeCancelled,
    },
    {
      key: 'restore',
      title: t('classes.action.restore'),
      icon: <IconCalendarCheck size={16} aria-hidden />,
      overflow: true,
      when: (session) => session.cancelled,
      run: changeCancelled,
    },
    {
      key: 'delete',
      title: t('classes.action.delete'),
      icon: <IconTrash size={16} aria-hidden />,
      overflow: true,
      danger: true,
      run: removeClass,
    },
  ]
}
