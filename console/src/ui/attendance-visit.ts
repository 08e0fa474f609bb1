/** The class that the attendance screen is opened for. It travels in the navigation's state, not in the address. */
export type AttendanceVisit = {
  class_id: number
  title: string
  session_datetime: string
  session_type: 'upcoming' | 'history'
}

/** The class in a location's state; undefined when somebody came by the address alone. */
export function readAttendanceVisit(state: unknown): AttendanceVisit | undefined {
  if (typeof state !== 'object' || state === null) {
    return undefined
  }
  const { class_id, title, session_datetime, session_type } = state as Record<string, unknown>
  if (
    typeof class_id !== 'number' ||
    !Number.isSafeInteger(class_id) ||
    class_id < 1 ||
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
