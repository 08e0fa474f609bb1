import { Button } from '@mantine/core'
import { useLayoutEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { useSession } from '../auth/session.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { findAttendanceVisit } from '../ui/classes/attendance-visit.ts'
import { focusHeading } from '../ui/focus-page.ts'
import { ListNotice } from '../ui/list/list-notice.tsx'
import { IconListCheck } from '../ui/look/icons.ts'
import { PageHeading } from '../ui/page-heading.tsx'
import { AttendanceScreen } from './attendance-screen.tsx'
import { readFirstRoll } from './first-roll.ts'

AttendancePage.read = readFirstRoll

/** The attendance of the class that the address or the navigation's state names, or the way to the list of classes. */
export function AttendancePage() {
  const { t } = useMessages()
  const session = useSession()
  const location = useLocation()
  const visit = findAttendanceVisit(location)
  const id = typeof visit === 'object' ? visit.class_id : undefined
  const arrived = useRef(id)
  // The path is the same for every roll, so that the frame takes them all for the same page.
  useLayoutEffect(() => {
    if (arrived.current !== id) {
      arrived.current = id
      focusHeading()
    }
  }, [id])
  if (typeof visit === 'object' && session.status === 'signed_in') {
    return <AttendanceScreen key={`${visit.class_id} ${session.sub}`} visit={visit} person={session} />
  }
  return (
    <>
      <PageHeading title={t('attendance.title')} />
      <ListNotice
        icon={<IconListCheck size={32} stroke={1.5} aria-hidden />}
        title={t(visit === 'wrong' ? 'attendance.wrong.title' : 'attendance.none.title')}
        text={t('attendance.none.text')}
      >
        <Button
          component={Link}
          to={location.pathname === paths.historyAttendance ? paths.classHistory : paths.classes}
          variant="default"
        >
          {t('attendance.none.back')}
        </Button>
      </ListNotice>
    </>
  )
}
