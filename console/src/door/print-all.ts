import type { Stay } from '@vestry/contract/calls/door.ts'
import { LABEL_KINDS } from '@vestry/contract/sunday-school/label-rules.ts'
import { fetchCode } from '../api/fetch-code.ts'
import { tellRefusal } from '../api/show-failure.ts'
import { t } from '../messages/messages.ts'

/** Prints all labels of these children where this device prints them. */
export async function printAll(stays: readonly Stay[]): Promise<void> {
  try {
    const { printLabels } = await fetchCode(() => import('./labels/print-labels.ts'))
    await printLabels(stays, { kinds: LABEL_KINDS })
  } catch (error) {
    await tellRefusal(t('door.print.failed'), error)
  }
}
