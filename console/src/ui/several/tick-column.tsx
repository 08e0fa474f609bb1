import { t } from '../../messages/messages.ts'
import { showNotice } from '../dialogs/dialogs.ts'
import type { Column } from '../list/list-table.tsx'
import type { Selected, Several } from '../list/use-several.tsx'
import classes from './selection.module.css'

/** A box to tick in front of each row. */
export function tickColumn<Row>(several: Several<Row>): Column<Row, never> {
  const { selected, onSelect, keyOf, nameOf } = several
  return {
    key: 'selected',
    title: t('several.column'),
    width: 5,
    cell: (row) => (
      <label className={classes.box}>
        <input
          type="checkbox"
          checked={selected.has(keyOf(row))}
          onChange={(event) => {
            if (event.currentTarget.checked) {
              selectMore(several, [row])
            } else {
              onSelect((now) => new Map([...now].filter(([key]) => key !== keyOf(row))))
            }
          }}
        />
        <span className="visually-hidden">{t('several.select', { title: nameOf(row) })}</span>
      </label>
    ),
  }
}

/** Selects these as well, as far as there is room, and says so if there is not. */
export function selectMore<Row>(
  { selected, onSelect, keyOf, most }: Several<Row>,
  rows: readonly Row[],
): void {
  const withThese = (now: Selected<Row>) =>
    new Map([...now, ...rows.map((row) => [keyOf(row), row] as const)])
  if (withThese(selected).size > most) {
    showNotice({ message: t('several.most', { most }) })
  }
  onSelect((now) => new Map([...withThese(now)].slice(0, most)))
}
