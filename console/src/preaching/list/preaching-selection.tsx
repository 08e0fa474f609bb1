import { useQuery } from '@tanstack/react-query'
import type { PreachingItem } from '@vestry/contract/calls/preaching.ts'
import { useOwnRole } from '../../auth/use-own-role.ts'
import { useMessages } from '../../messages/use-messages.ts'
import type { SelectionProps } from '../../ui/list/use-several.tsx'
import { type Deed, SelectionBar } from '../../ui/several/selection-bar.tsx'
import { tickColumn } from '../../ui/several/tick-column.tsx'
import { listNames } from '../names/names-calls.ts'
import { changeSeveral, deleteSeveral, type SameChange } from './several-calls.ts'

const CHANGES = {
  publish: () => ({ state: 'published' }),
  draft: () => ({ state: 'draft' }),
  series: (series_id) => ({ series_id }),
  noSeries: () => ({ series_id: null }),
  category: (preaching_category_id) => ({ preaching_category_id }),
  presenter: (preacher_id) => ({ preacher_id }),
  addTopic: (topic) => ({ add_topics: [topic] }),
  removeTopic: (topic) => ({ remove_topics: [topic] }),
} as const satisfies Record<string, (id: number) => SameChange>
const LISTS = {
  series: 'series',
  category: 'categories',
  presenter: 'presenters',
  addTopic: 'topics',
  removeTopic: 'topics',
} as const

export const preachingSelection = { tickColumn, Actions }

/** The actions for all selected sermons. */
function Actions(props: SelectionProps<PreachingItem>) {
  const { t } = useMessages()
  const { may } = useOwnRole()
  const { data: names } = useQuery(listNames)
  const uuids = [...props.several.selected.keys()]
  const changes = Object.entries(CHANGES).map(
    ([key, changeOf]): Deed => ({
      key,
      label: t(`sermons.several.${key as keyof typeof CHANGES}`),
      ...(key in LISTS && { choices: names?.[LISTS[key as keyof typeof LISTS]] }),
      run: (id) => changeSeveral(uuids, changeOf(id)),
    }),
  )
  const remove: Deed = {
    key: 'delete',
    label: t('sermons.several.delete'),
    danger: true,
    run: () => deleteSeveral(uuids),
  }
  const [first = remove, ...rest] = [...(may('sermons') ? changes : []), ...(may('delete') ? [remove] : [])]
  return <SelectionBar {...props} title={t('sermons.several.region')} deeds={[first, ...rest]} />
}
