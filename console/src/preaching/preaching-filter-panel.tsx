import { Button, MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { PREACHING_ORDERS, SERMON_STATES } from '@vestry/contract/preaching-rules.ts'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../messages/use-messages.ts'
import {
  type CriteriaDraft,
  draftValues,
  EMPTY_DRAFT,
  stillDrafted,
  withDraft,
} from '../ui/criteria-draft.ts'
import { showMessage } from '../ui/dialogs.ts'
import { ErrorBox } from '../ui/error-box.tsx'
import labels from '../ui/field-labels.module.css'
import { sameCriteria } from '../ui/list-address.ts'
import { SortFields } from '../ui/sort-fields.tsx'
import { listCategories, listPreachers, listSeries, listTopics, listYears } from './preaching-calls.ts'
import { choosableYears, type PreachingFilterName, type PreachingOrderName } from './preaching-filter.ts'
import classes from './preaching-filter-panel.module.css'
import type { PreachingListControl } from './use-preaching-chips.ts'

type Draft = CriteriaDraft<PreachingFilterName, PreachingOrderName>

/**
 * The draft of a filter. Nothing applies before "Apply Filter"; a filter that is applied, or clear, already
 * is said to be so instead of loading the same rows again.
 */
export function PreachingFilterPanel({ list }: { list: PreachingListControl }) {
  const { t } = useMessages()
  const applied = list.state
  const [draft, setDraft] = useState<Draft>(EMPTY_DRAFT)
  const [drawnFrom, setDrawnFrom] = useState(applied)
  if (!sameCriteria(drawnFrom, applied)) {
    setDrawnFrom(applied)
    setDraft(stillDrafted(applied, draft))
  }
  const shown = withDraft(applied, draft)
  const years = useQuery(listYears)
  const preachers = useQuery(listPreachers)
  const categories = useQuery(listCategories)
  const series = useQuery(listSeries)
  const topics = useQuery(listTopics)

  const apply = (event: FormEvent) => {
    event.preventDefault()
    if (!list.setCriteria((now) => withDraft(now, draft))) {
      const filtered = Object.values(applied.filters).some((values) => values.length > 0)
      const unfiltered = t(applied.search === '' ? 'preaching.filter.none' : 'preaching.filter.searchOnly')
      void showMessage({
        status: 'info',
        message: t('preaching.filter.applied'),
        details: filtered ? [] : [unfiltered],
      })
    }
  }
  const clear = () => {
    const drafted = !sameCriteria(shown, applied)
    setDraft(EMPTY_DRAFT)
    if (!list.clear() && !drafted) {
      void showMessage({ status: 'info', message: t('preaching.filter.cleared') })
    }
  }
  const choose = (name: PreachingFilterName) => (values: string[]) =>
    setDraft((now) => draftValues(applied, now, name, values.map(Number)))
  const select = (name: PreachingFilterName, label: string, options: { value: string; label: string }[]) => (
    <MultiSelect
      label={label}
      data={options}
      value={shown.filters[name].map(String)}
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
          onRetry={() => Promise.all([preachers.refetch(), categories.refetch()])}
        />
      </div>
    )
  }
  const choosable = choosableYears(new Date().getFullYear(), years.data ?? []).map(String)
  return (
    <form
      className={`${classes.panel} ${labels.fields}`}
      aria-label={t('preaching.filter.open')}
      onSubmit={apply}
    >
      {select(
        'years',
        t('preaching.filter.years'),
        choosable.map((year) => ({ value: year, label: year })),
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
      {select(
        'series',
        t('preaching.filter.series'),
        (series.data ?? []).map((one) => ({ value: String(one.id), label: one.name })),
      )}
      {select(
        'topics',
        t('preaching.filter.topics'),
        (topics.data ?? []).map((one) => ({ value: String(one.id), label: one.topic })),
      )}
      {select(
        'states',
        t('preaching.filter.states'),
        SERMON_STATES.map((state, at) => ({ value: String(at + 1), label: t(`preaching.state.${state}`) })),
      )}
      <SortFields
        orders={PREACHING_ORDERS.map((order) => ({
          value: order,
          label: t(`preaching.filter.order.${order}`),
        }))}
        value={shown}
        onChange={(sorting) => setDraft((now) => ({ ...now, sorting: { ...now.sorting, ...sorting } }))}
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
