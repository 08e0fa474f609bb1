/** The languages the console speaks, each by its own name. */
export const WORD_LANGUAGES = { en: 'English', es: 'Español' } as const
export type WordLanguage = keyof typeof WORD_LANGUAGES

/** The language stored as chosen before, else the first of the preferred ones that we speak, else English. */
export function chooseLanguage(stored: string | null, preferred: readonly string[]): WordLanguage {
  const wanted = [stored ?? '', ...preferred].map((tag) => asWordLanguage(tag.split('-')[0] ?? ''))
  return wanted.find((language) => language !== undefined) ?? 'en'
}

export function asWordLanguage(tag: string): WordLanguage | undefined {
  return tag in WORD_LANGUAGES ? (tag as WordLanguage) : undefined
}
