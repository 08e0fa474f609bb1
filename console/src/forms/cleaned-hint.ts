import { changesNumbers } from '@vestry/contract/rules/changes-numbers.ts'
import { cleanedTo } from '@vestry/contract/text/sanitize.ts'
import { t } from '../messages/messages.ts'
import { HELP_BELOW } from './help-below.ts'

/**
 * What a text field is given so that it says, before it is saved, of which text cleaning would leave something else:
 * as a warning where numbers would change.
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
