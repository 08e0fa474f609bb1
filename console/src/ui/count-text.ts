import { t } from '../messages/messages.ts'

/** The number of a list's rows as text; where a search stopped counting, it says that there are more. */
export function countText(totalCount: number, exceeded: boolean | undefined): string | number {
  return exceeded ? t('ui.list.moreThan', { count: totalCount }) : totalCount
}
