/** Which areas of the catalogue travel together: `start` with every visit, the others with their pages. */
export const MESSAGE_PARTS = {
  start: ['preaching', 'shell', 'ui'],
  find: ['find'],
  refused: ['refused'],
  forms: ['forms'],
  'preaching-filter': ['preaching-filter', 'sort'],
  'preaching-form': ['library', 'preaching-form', 'sound'],
  sermon: ['downloads', 'player', 'sermon'],
  player: ['player'],
  names: ['names', 'preaching-filter'],
  several: ['several'],
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
  import: ['import'],
  export: ['export'],
  erase: ['erase'],
  'sunday-school': ['attendance', 'attendees', 'calendar', 'classes', 'sort'],
} as const

export type MessagePart = keyof typeof MESSAGE_PARTS
