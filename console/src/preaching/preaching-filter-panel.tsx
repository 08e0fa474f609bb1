import { Button, MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { PREACHING_ORDERS } from '@vestry/contract/preaching-rules.ts'
import { type FormEvent, useState } from 'react'
import { showMessage } from '../ui/dialogs.tsx'
import { ErrorBox } from '../ui/error-box.tsx'
import labels from '../ui/field-labels.module.css'
import { defaultNarrowing, type Narrowing, sameNarrowing } from '../ui/list-address.ts'
import { SortFields } from '../ui/sort-fields.tsx'
import { useWords } from '../words/use-words.ts'
import { listCategories, listPreachers } from './preaching-calls.ts'
import {
  choosableYears,
  type PreachingFilterName,
  type PreachingOrderName,
  preachingShape,
} from './preaching-filter.ts'
import classes from './preaching-filter-panel.module.css'
import type { PreachingListControl } from './use-preaching-chips.ts'

type Draft = Narrowing<PreachingFilterName, PreachingOrderName>

/**
 * The draft of a filter. Nothing applies before "Apply Filter"; a filter that is applied, or clear, already
 * is said to be so instead of loading the same rows again.
 */
export function PreachingFilterPanel({ list }: { list: PreachingListControl }) {
  const { t } = useWords()
  const [draft, setDraft] = useState<Draft>(list.state)
  const [drawnFrom, setDrawnFrom] = useState<Draft>(list.state)
  if (!sameNarrowing(drawnFrom, list.state)) {
    setDrawnFrom(list.state)
    setDraft(list.state)
  }
  const preachers = useQuery(listPreachers)
  const categories = useQuery(listCategories)
  const defaults = defaultNarrowing(preachingShape)

  const apply = (event: FormEvent) => {
    event.preventDefault()
    if (sameNarrowing(draft, list.state)) {
      void showMessage({ status: 'info', message: t('preaching.filter.applied') })
    } else {
      list.narrow(draft)
    }
  }
  const clear = () => {
    if (sameNarrowing(draft, defaults) && sameNarrowing(list.state, defaults)) {
      void showMessage({ status: 'info', message: t('preaching.filter.cleared') })
      return
    }
    setDraft(defaults)
    list.narrow(defaults)
  }
  const choose = (name: PreachingFilterName) => (values: string[]) =>
    setDraft({ ...draft, filters: { ...draft.filters, [name]: values.map(Number) } })
  const select = (name: PreachingFilterName, label: string, options: { value: string; label: string }[]) => (
    <MultiSelect
      label={label}
      data={options}
      value={draft.filters[name].map(String)}
      onChange={choose(name)}
      searchable
      clearable
      hidePickedOptions
      nothingFoundMessage={t('ui.select.none')}
      clearButtonProps={{ 'aria-label': t('preaching.file.clearOf', { name: label }) }}
      comboboxProps={{ withinPortal: false, shadow: 'md' }}
    />
  )
  if (preachers.isError || categories.isError) {
    return (
      <div className={classes.failed}>
        <ErrorBox
          message={t('preaching.filter.failed')}
          detail={(preachers.error ?? categories.error)?.message}
          failure={preachers.error ?? categories.error}
          onRetry={() => void Promise.all([preachers.refetch(), categories.refetch()])}
        />
      </div>
    )
  }
  const years = choosableYears(new Date().getFullYear()).map(String)
  return (
    <form
      className={`${classes.panel} ${labels.fields}`}
      aria-label={t('preaching.filter.open')}
      onSubmit={apply}
    >
      {select(
        'years',
        t('preaching.filter.years'),
        years.map((year) => ({ value: year, label: year })),
      )}
      {select(
        'presenters',
        t('preaching.filter.presenters'),
        (preachers.data ?? []).map((one) => ({ value: String(one.id), label: one.presenterName })),
      )}
      {select(
        'categories',
        t('preaching.filter.categories'),
        (categories.data ?? []).map((one) => ({ value: String(one.id), label: one.category })),
      )}
      <SortFields
        orders={PREACHING_ORDERS.map((order) => ({
          value: order,
          label: t(`preaching.filter.order.${order}`),
        }))}
        value={draft}
        onChange={(sorting) => setDraft({ ...draft, ...sorting })}
      />
      <div className={classes.actions}>
        <Button variant="default" onClick={clear}>
          {t('preaching.filter.clear')}
        </Button>
        <Button type="submit" variant="light">
          {t('preaching.filter.apply')}
        </Button>
      </div>
    </form>
  )
}
