import { useSyncExternalStore } from 'react'
import type { WordLanguage } from './choose-language.ts'
import { currentLanguage, onLanguageChange, setLanguage, t } from './messages.ts'

/** The texts, for a component that is to be drawn again when the language changes. */
export function useMessages(): {
  t: typeof t
  language: WordLanguage
  setLanguage: (language: WordLanguage) => Promise<void>
} {
  const language = useSyncExternalStore(onLanguageChange, currentLanguage)
  return { t, language, setLanguage }
}
