/** Every address inside the console, so that none is spelt twice. */
export const paths = {
  login: '/login',
  home: '/',
  preaching: '/preaching',
  newPreaching: '/preaching/new',
  editPreaching: (uuid: string) => `/preaching/edit/${encodeURIComponent(uuid)}`,
} as const
