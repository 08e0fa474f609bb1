import { cleanedTo, sanitize } from '@vestry/contract/sanitize.ts'
import { t } from '../words/words.ts'

const BELOW = ['label', 'input', 'error', 'description'] as const

/** What is said of a text, before it is saved, of which cleaning would leave something else. */
export function cleanedRemark(text: string): string | undefined {
  const cleaned = cleanedTo(text) ?? (text.trim().includes('\n') ? sanitize(text) : undefined)
  if (cleaned === undefined) {
    return undefined
  }
  return cleaned === '' ? t('ui.clean.nothing') : t('ui.clean.savedAs', { text: cleaned })
}

/** What a text field is given so that it shows that remark. */
export function cleanedHint(text: string) {
  const description = cleanedRemark(text)
  return description === undefined ? {} : { description, inputWrapperOrder: [...BELOW] }
}
