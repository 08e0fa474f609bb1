/** Which areas of the catalogue are loaded together: `start` at every visit, the others with their pages. */
export const MESSAGE_PARTS = {
  start: ['preaching', 'shell', 'ui'],
  find: ['find'],
  refused: ['refused'],
  forms: ['erase', 'forms', 'numbers'],
  'preaching-filter': ['preaching-filter', 'sort'],
  'preaching-form': ['library', 'preaching-form', 'sound'],
  sermon: ['downloads', 'player', 'sermon'],
  player: ['player'],
  names: ['names', 'preaching-filter'],
  several: ['several', 'sermons-several', 'children-several'],
  series: ['preaching-form', 'series'],
  'sermon-import': ['preaching-form', 'sermon-import'],
  account: ['account'],
  'sign-in': ['authenticator', 'sign-in'],
  staff: ['audit', 'staff'],
  settings: ['settings'],
  podcasts: ['podcasts', 'preaching-form'],
  reports: ['downloads', 'reports'],
  today: ['today'],
  trash: ['trash'],
  claims: ['claims'],
  import: ['import'],
  export: ['export'],
  families: ['child-families', 'families'],
  rooms: ['rooms'],
  door: ['attendees', 'door', 'door-labels', 'door-stations'],
  'sunday-school': ['attendance', 'attendees', 'calendar', 'classes', 'sort'],
} as const

/** The texts of the stations' page, which is built apart and needs no others. */
export const STATION_PARTS = { start: ['door-labels', 'station'] } as const

export type MessagePart = keyof typeof MESSAGE_PARTS
