import type { MessageLanguage } from '@vestry/contract/messages/message-languages.ts'
import { useSyncExternalStore } from 'react'
import { currentLanguage, onLanguageChange, setLanguage, t } from './messages.ts'

/** The texts, for a component that has to be drawn again when the language changes. */
export function useMessages(): {
  t: typeof t
  language: MessageLanguage
  setLanguage: (language: MessageLanguage) => Promise<void>
} {
  const language = useSyncExternalStore(onLanguageChange, currentLanguage)
  return { t, language, setLanguage }
}
