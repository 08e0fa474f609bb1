/** The languages a sermon can be in. This is the one place that lists them. */
export const LANGUAGES = [
  { id: 1, language: 'English', tag: 'en' },
  { id: 2, language: 'Spanish', tag: 'es' },
] as const
