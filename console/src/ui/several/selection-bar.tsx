import { Button, NativeSelect } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useMessages } from '../../messages/use-messages.ts'
import { countText } from '../count-text.ts'
import type { SelectionProps } from '../list/use-several.tsx'
import { fetchAllRows, tryShowing } from '../print/print-list.ts'
import classes from './selection.module.css'
import { selectMore } from './tick-column.tsx'

/** Something that can be done with all selected rows. */
export type Deed = {
  key: string
  label: string
  danger?: boolean
  /** What it is done with, such as the class that children are put into; undefined while that is not known. */
  choices?: readonly { id: number; name: string }[] | undefined
  /** Whether it is done, and the rows need no longer be selected. `id` is what was chosen, or 0. */
  run: (id: number) => Promise<boolean>
}

/** How many rows are selected, how more are, and what is done with them. */
export function SelectionBar<Row>({
  several,
  shown,
  state,
  fetchRows,
  title,
  deeds,
}: SelectionProps<Row> & { title: string; deeds: readonly [Deed, ...Deed[]] }) {
  const { t } = useMessages()
  const { selected, onSelect, most } = several
  const [key, setKey] = useState('')
  const [which, setWhich] = useState('')
  const region = useRef<HTMLElement>(null)
  useEffect(() => {
    // The button that was pressed is gone, or can't be pressed now.
    if (selected.size === 0 && document.activeElement?.matches('body, :disabled')) {
      region.current?.focus()
    }
  }, [selected.size])
  const deed = deeds.find((one) => one.key === key) ?? deeds[0]
  const asks = 'choices' in deed
  const chosen = deed.choices?.find(({ id }) => String(id) === which) ?? deed.choices?.[0]
  const none = () => onSelect(() => new Map())

  const apply = async () => {
    if (await deed.run(chosen?.id ?? 0)) {
      none()
    }
  }
  return (
    <section
      ref={region}
      tabIndex={-1}
      className={classes.bar}
      aria-label={title}
      data-selected={selected.size > 0 || undefined}
    >
      <p role="status">{t('several.count', { count: selected.size })}</p>
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => selectMore(several, shown?.results ?? [])}>
          {t('several.page')}
        </Button>
        {shown !== undefined && shown.totalCount > shown.results.length && (
          <Button
            variant="default"
            onClick={() =>
              // One more than there is room for: selecting them then says that not all are selected.
              void tryShowing(t('several.finding'), t('several.notFound'), async () =>
                selectMore(several, await fetchAllRows(state, fetchRows, most + 1)),
              )
            }
          >
            {t('several.all', { count: countText(shown.totalCount, shown.totalExceeded) })}
          </Button>
        )}
        <Button variant="default" disabled={selected.size === 0} onClick={none}>
          {t('several.none')}
        </Button>
        <Button variant="default" onClick={several.onDone}>
          {t('several.done')}
        </Button>
      </div>
      <div className={classes.fields}>
        <NativeSelect
          label={t('several.what')}
          data={deeds.map(({ key: value, label }) => ({ value, label }))}
          value={deed.key}
          onChange={(event) => {
            setKey(event.currentTarget.value)
            setWhich('')
          }}
        />
        {asks && (
          <NativeSelect
            label={t('several.which')}
            data={(deed.choices ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
            error={deed.choices?.length === 0 && t('several.nothing')}
            value={String(chosen?.id ?? '')}
            onChange={(event) => setWhich(event.currentTarget.value)}
          />
        )}
        <Button
          {...(deed.danger === true && { color: 'red' })}
          disabled={selected.size === 0 || (asks && chosen === undefined)}
          onClick={() => void apply()}
        >
          {t('several.apply')}
        </Button>
      </div>
    </section>
  )
}
