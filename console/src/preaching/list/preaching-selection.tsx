import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { PreachingItem } from '@vestry/contract/calls/preaching.ts'
import { MAX_SEVERAL, type PreachingOrder } from '@vestry/contract/rules/preaching-rules.ts'
import { useEffect, useRef, useState } from 'react'
import { useOwnRole } from '../../auth/use-own-role.ts'
import { t } from '../../messages/messages.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { showNotice } from '../../ui/dialogs/dialogs.ts'
import type { Column } from '../../ui/list/list-table.tsx'
import { listNames } from '../names/names-calls.ts'
import classes from './preaching-selection.module.css'
import { changeSeveral, deleteSeveral, type SameChange } from './several-calls.ts'

/** The uuids of the selected sermons, on this page and on others. */
export type Selection = ReadonlySet<string>
type OnSelect = (change: (now: Selection) => Selection) => void

const CHANGES = [
  'publish',
  'draft',
  'series',
  'noSeries',
  'category',
  'presenter',
  'addTopic',
  'removeTopic',
] as const
const LISTS = {
  series: 'series',
  category: 'categories',
  presenter: 'presenters',
  addTopic: 'topics',
  removeTopic: 'topics',
} as const

/** A box to tick in front of each sermon. */
export function selectionColumn(
  selected: Selection,
  onSelect: OnSelect,
): Column<PreachingItem, PreachingOrder> {
  return {
    key: 'selected',
    title: t('several.column'),
    width: 5,
    cell: ({ uuid, localizedname }) => (
      <label className={classes.box}>
        <input
          type="checkbox"
          checked={selected.has(uuid)}
          onChange={(event) => {
            const { checked } = event.currentTarget
            onSelect((now) => (checked ? withMore(now, [uuid]) : without(now, uuid)))
          }}
        />
        <span className="visually-hidden">{t('several.select', { title: localizedname })}</span>
      </label>
    ),
  }
}

/** The actions for all selected sermons. */
export function SelectionBar({
  selected,
  rows,
  onSelect,
  onDone,
}: {
  selected: Selection
  /** The sermons on this page. */
  rows: readonly PreachingItem[]
  onSelect: OnSelect
  onDone: () => void
}) {
  const { t } = useMessages()
  const { may } = useOwnRole()
  const { data: names } = useQuery(listNames)
  const doable = [...(may('sermons') ? CHANGES : []), ...(may('delete') ? (['delete'] as const) : [])]
  const [what, setWhat] = useState(doable[0] ?? 'publish')
  const [which, setWhich] = useState('')
  const region = useRef<HTMLElement>(null)
  // The button that was pressed is gone.
  useEffect(() => region.current?.focus(), [])
  const list = what in LISTS ? LISTS[what as keyof typeof LISTS] : undefined
  const known = list === undefined ? [] : (names?.[list] ?? [])
  const chosen = known.find(({ id }) => String(id) === which) ?? known[0]
  const uuids = [...selected]

  const apply = async () => {
    const done =
      what === 'delete'
        ? await deleteSeveral(uuids)
        : await changeSeveral(uuids, changeOf(what, chosen?.id ?? 0))
    if (done) {
      onSelect(() => new Set())
    }
  }
  return (
    <section ref={region} tabIndex={-1} className={classes.bar} aria-label={t('several.region')}>
      <p role="status">{t('several.count', { count: selected.size })}</p>
      <div className={classes.buttons}>
        <Button
          variant="default"
          onClick={() =>
            onSelect((now) =>
              withMore(
                now,
                rows.map(({ uuid }) => uuid),
              ),
            )
          }
        >
          {t('several.page')}
        </Button>
        <Button variant="default" disabled={selected.size === 0} onClick={() => onSelect(() => new Set())}>
          {t('several.none')}
        </Button>
        <Button variant="default" onClick={onDone}>
          {t('several.done')}
        </Button>
      </div>
      <div className={classes.fields}>
        <NativeSelect
          label={t('several.what')}
          data={doable.map((value) => ({ value, label: t(`several.${value}`) }))}
          value={what}
          onChange={(event) => {
            setWhat(event.currentTarget.value as typeof what)
            setWhich('')
          }}
        />
        {list !== undefined && (
          <NativeSelect
            label={t('several.which')}
            data={known.map(({ id, name }) => ({ value: String(id), label: name }))}
            error={names !== undefined && chosen === undefined && t('several.nothing')}
            value={String(chosen?.id ?? '')}
            onChange={(event) => setWhich(event.currentTarget.value)}
          />
        )}
        <Button
          {...(what === 'delete' && { color: 'red' })}
          disabled={selected.size === 0 || (list !== undefined && chosen === undefined)}
          onClick={() => void apply()}
        >
          {t('several.apply')}
        </Button>
      </div>
    </section>
  )
}

function changeOf(what: (typeof CHANGES)[number], id: number): SameChange {
  switch (what) {
    case 'publish':
      return { state: 'published' }
    case 'draft':
      return { state: 'draft' }
    case 'series':
      return { series_id: id }
    case 'noSeries':
      return { series_id: null }
    case 'category':
      return { preaching_category_id: id }
    case 'presenter':
      return { preacher_id: id }
    case 'addTopic':
      return { add_topics: [id] }
    case 'removeTopic':
      return { remove_topics: [id] }
  }
}

/** How many may be changed at once. */
function withMore(now: Selection, uuids: readonly string[]): Selection {
  const all = [...new Set([...now, ...uuids])]
  if (all.length > MAX_SEVERAL) {
    showNotice({ message: t('several.most', { most: MAX_SEVERAL }) })
  }
  return new Set(all.slice(0, MAX_SEVERAL))
}

function without(now: Selection, uuid: string): Selection {
  return new Set([...now].filter((one) => one !== uuid))
}
