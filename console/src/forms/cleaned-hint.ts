import { changesNumbers } from '@vestry/contract/rules/changes-numbers.ts'
import { cleanedTo } from '@vestry/contract/text/sanitize.ts'
import { t } from '../messages/messages.ts'
import { HELP_BELOW } from './help-below.ts'

/**
 * The properties of a text field that make it show, before saving, what cleaning would leave of the text if that
 * differs: as a warning if numbers would change.
 */
export function cleanedHint(text: string, hasLines = false) {
  const cleaned = cleanedTo(text, hasLines)
  if (cleaned === undefined) {
    return {}
  }
  const warns = changesNumbers(text, cleaned)
  const remark = warns ? 'ui.clean.numbers' : 'ui.clean.savedAs'
  return {
    description: cleaned === '' ? t('ui.clean.nothing') : t(remark, { text: cleaned }),
    descriptionProps: { 'data-warning': (warns && cleaned !== '') || undefined },
    inputWrapperOrder: HELP_BELOW,
  }
}
