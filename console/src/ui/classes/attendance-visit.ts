import { paths } from '../../paths.ts'

/**
 * The class for which the attendance screen is opened. All of it is in the navigation's state; its id is in the address
 * too, so that it is found again in another tab. What the address doesn't say is empty.
 */
export type AttendanceVisit = {
  class_id: number
  title: string
  session_datetime: string
  session_type: 'upcoming' | 'history'
}

const PAGES = { upcoming: paths.attendance, history: paths.historyAttendance } as const
const GREATEST_ID = 2 ** 31 - 1

/** The target of a link to the attendance of a class. */
export function attendanceAddress({
  class_id,
  session_type,
}: Pick<AttendanceVisit, 'class_id' | 'session_type'>): string {
  return `${PAGES[session_type]}?class=${class_id}`
}

/**
 * The class that a location asks for: `none` if it names none, `wrong` if there can't be such a class. The address wins
 * over the state, which may be about another class.
 */
export function findAttendanceVisit(location: {
  pathname: string
  search: string
  state: unknown
}): AttendanceVisit | 'none' | 'wrong' {
  const asked = new URLSearchParams(location.search).get('class')
  const visit = readAttendanceVisit(location.state)
  if (asked === null) {
    return visit ?? 'none'
  }
  const class_id = /^[1-9]\d{0,9}$/.test(asked) ? Number(asked) : Number.NaN
  if (!(class_id <= GREATEST_ID)) {
    return 'wrong'
  }
  if (visit?.class_id === class_id) {
    return visit
  }
  const session_type = location.pathname === PAGES.history ? 'history' : 'upcoming'
  return { class_id, title: '', session_datetime: '', session_type }
}

/** The class in a location's state; undefined for a person who came by the address alone. */
function readAttendanceVisit(state: unknown): AttendanceVisit | undefined {
  if (typeof state !== 'object' || state === null) {
    return undefined
  }
  const { class_id, title, session_datetime, session_type } = state as Record<string, unknown>
  if (
    typeof class_id !== 'number' ||
    !Number.isSafeInteger(class_id) ||
    class_id < 1 ||
    class_id > GREATEST_ID ||
    typeof title !== 'string' ||
    typeof session_datetime !== 'string'
  ) {
    return undefined
  }
  return {
    class_id,
    title,
    session_datetime,
    session_type: session_type === 'history' ? 'history' : 'upcoming',
  }
}
