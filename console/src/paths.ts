/** Every address inside the console, so that none is spelt twice. */
export const paths = {
  login: '/login',
  home: '/',
  preaching: '/preaching',
  newPreaching: '/preaching/new',
  editPreaching: (uuid: string) => `/preaching/edit/${encodeURIComponent(uuid)}`,
  sundaySchool: '/sunday-school',
  classes: '/sunday-school/classes',
  newClass: '/sunday-school/classes/new',
  /** A new class that starts from what is known of another one. */
  copyClass: (id: number) => `/sunday-school/classes/new?copy=${id}`,
  editClass: (id: number) => `/sunday-school/classes/edit/${id}`,
  roster: (seriesId: number) => `/sunday-school/classes/roster/${seriesId}`,
  attendance: '/sunday-school/classes/attendance',
  classHistory: '/sunday-school/classes/history',
  historyAttendance: '/sunday-school/classes/history/attendance',
  attendees: '/sunday-school/attendees',
  newAttendee: '/sunday-school/attendees/new',
  editAttendee: (id: number) => `/sunday-school/attendees/edit/${id}`,
  calendar: '/calendar',
  account: '/account',
} as const
