import { changesNumbers, cleanedTo, sanitize } from '@vestry/contract/sanitize.ts'
import { t } from '../words/words.ts'

const BELOW = ['label', 'input', 'error', 'description'] as const

type Cleaned = { remark: string; warns: boolean }

/** What is said of a text of one line, before it is saved, of which cleaning would leave something else. */
export function cleanedRemark(text: string): string | undefined {
  return lookAt(text, false)?.remark
}

/** What a text field is given so that it shows that remark, as a warning where numbers would change. */
export function cleanedHint(text: string, hasLines = false) {
  const cleaned = lookAt(text, hasLines)
  return cleaned === undefined
    ? {}
    : {
        description: cleaned.remark,
        descriptionProps: { 'data-warning': cleaned.warns || undefined },
        inputWrapperOrder: [...BELOW],
      }
}

function lookAt(text: string, hasLines: boolean): Cleaned | undefined {
  const linesGo = !hasLines && text.trim().includes('\n')
  const cleaned = cleanedTo(text, hasLines) ?? (linesGo ? sanitize(text) : undefined)
  if (cleaned === undefined) {
    return undefined
  }
  if (cleaned === '') {
    return { remark: t('ui.clean.nothing'), warns: false }
  }
  const warns = changesNumbers(text, cleaned)
  return { remark: t(warns ? 'ui.clean.numbers' : 'ui.clean.savedAs', { text: cleaned }), warns }
}
