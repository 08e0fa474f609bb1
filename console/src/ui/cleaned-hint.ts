import { cleanedTo, sanitize } from '@vestry/contract/sanitize.ts'
import { t } from '../words/words.ts'

const BELOW = ['label', 'input', 'error', 'description'] as const

/** What a text field is given so that it shows, before it is saved, what cleaning leaves of its text. */
export function cleanedHint(text: string) {
  const cleaned = cleanedTo(text) ?? (text.trim().includes('\n') ? sanitize(text) : undefined)
  if (cleaned === undefined) {
    return {}
  }
  return {
    description: cleaned === '' ? t('ui.clean.nothing') : t('ui.clean.savedAs', { text: cleaned }),
    inputWrapperOrder: [...BELOW],
  }
}
