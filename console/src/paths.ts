/** Every address inside the console, so that each is written only once. */
export const paths = {
  login: '/login',
  home: '/',
  today: '/today',
  preaching: '/preaching',
  newPreaching: '/preaching/new',
  /** A new sermon that starts with the values of another one. */
  copyPreaching: (uuid: string) => `/preaching/new?copy=${encodeURIComponent(uuid)}`,
  editPreaching: (uuid: string) => `/preaching/edit/${encodeURIComponent(uuid)}`,
  sermon: (uuid: string) => `/preaching/view/${encodeURIComponent(uuid)}`,
  downloads: '/preaching/downloads',
  downloadsOf: (uuid: string) => `/preaching/downloads?sermon=${encodeURIComponent(uuid)}`,
  sermonImports: '/preaching/import',
  sermonImport: (id: number) => `/preaching/import/${id}`,
  names: '/preaching/names',
  editSeries: (id: number) => `/preaching/series/${id}`,
  /** The list of sermons with a presenter, a category, a series or a topic. */
  preachingOf: (filter: 'presenters' | 'categories' | 'series' | 'topics', id: number) =>
    `/preaching?${filter}=${id}`,
  sundaySchool: '/sunday-school',
  classes: '/sunday-school/classes',
  newClass: '/sunday-school/classes/new',
  /** A new class that starts with the values of another one. */
  copyClass: (id: number) => `/sunday-school/classes/new?copy=${id}`,
  /** The next term of a class. */
  nextTerm: (id: number) => `/sunday-school/classes/new?term=${id}`,
  /** A new class that begins on a day. */
  newClassOn: (day: string) => `/sunday-school/classes/new?day=${day}`,
  editClass: (id: number) => `/sunday-school/classes/edit/${id}`,
  roster: (seriesId: number) => `/sunday-school/classes/roster/${seriesId}`,
  attendance: '/sunday-school/classes/attendance',
  rooms: '/sunday-school/classes/rooms',
  classHistory: '/sunday-school/classes/history',
  historyAttendance: '/sunday-school/classes/history/attendance',
  attendees: '/sunday-school/attendees',
  newAttendee: '/sunday-school/attendees/new',
  attendee: (id: number) => `/sunday-school/attendees/${id}`,
  importAttendees: '/sunday-school/attendees/import',
  duplicates: '/sunday-school/attendees/merge',
  /** Two entries side by side; without another one it is looked for. */
  merge: (id: number, other?: number) =>
    `/sunday-school/attendees/merge/${id}${other === undefined ? '' : `?with=${other}`}`,
  editAttendee: (id: number) => `/sunday-school/attendees/edit/${id}`,
  families: '/sunday-school/families',
  /** Families made of what stands at children as their parents' contact. */
  contactFamilies: '/sunday-school/families/contacts',
  /** Without another family to merge with, that is looked for. */
  family: (id: number | 'new', action: '' | '/split' | '/merge' | `/merge?with=${number}` = '') =>
    `/sunday-school/families/${id}${action}`,
  door: '/sunday-school/door',
  doorPage: (page: 'collect' | 'board' | 'evacuation' | 'printers' | 'stations') =>
    `/sunday-school/door/${page}`,
  /** Where one child is given back. */
  doorStay: (id: number) => `/sunday-school/door/collect?stay=${id}`,
  followUp: '/sunday-school/follow-up',
  reports: '/sunday-school/reports',
  register: (seriesId: number) => `/sunday-school/reports/register/${seriesId}`,
  childReport: (id: number) => `/sunday-school/reports/child/${id}`,
  furtherReport: (name: string) => `/sunday-school/reports/${name}`,
  calendar: '/calendar',
  trash: '/trash',
  account: '/account',
  /** The account with the form of one’s own email address open. */
  ownAddress: '/account?change=email',
  staff: '/staff',
  invite: '/staff/new',
  inviteSeveral: '/staff/new/several',
  editStaff: (sub: string) => `/staff/edit/${encodeURIComponent(sub)}`,
  settings: '/settings',
  rights: '/settings/rights',
  retention: '/settings/retention',
  phones: '/settings/phones',
  podcasts: '/settings/podcasts',
  audit: '/audit',
  auditOfRecord: (record: string) => `/audit?record=${encodeURIComponent(record)}`,
  auditOf: (email: string) => `/audit?person=${encodeURIComponent(email)}`,
} as const
