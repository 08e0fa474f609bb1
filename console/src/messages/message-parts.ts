/** Which areas of the catalogue travel together: `start` with every visit, the others with their pages. */
export const MESSAGE_PARTS = {
  start: ['preaching', 'shell', 'ui'],
  account: ['account'],
  'sign-in': ['sign-in'],
  staff: ['staff'],
  'sunday-school': ['attendance', 'attendees', 'calendar', 'classes'],
} as const

export type MessagePart = keyof typeof MESSAGE_PARTS
