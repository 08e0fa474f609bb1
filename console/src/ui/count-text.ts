import { t } from '../messages/messages.ts'

/** How many a list has, for a text; where a search counts no further, that there are more. */
export function countText(totalCount: number, exceeded: boolean | undefined): string | number {
  return exceeded ? t('ui.list.moreThan', { count: totalCount }) : totalCount
}
