import { Button, MultiSelect } from '@mantine/core'
import {
  PREACHING_FILTER_NAMES,
  PREACHING_ORDERS,
  type PreachingFilterName,
  type PreachingOrder,
} from '@vestry/contract/rules/preaching-rules.ts'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../../messages/use-messages.ts'
import { showMessage } from '../../ui/dialogs/dialogs.ts'
import { ErrorBox } from '../../ui/error-box.tsx'
import labels from '../../ui/forms/field-labels.module.css'
import { SortFields } from '../../ui/forms/sort-fields.tsx'
import { sameCriteria } from '../../ui/list/list-address.ts'
import {
  type CriteriaDraft,
  draftValues,
  EMPTY_DRAFT,
  stillDrafted,
  withDraft,
} from '../../ui/reports/criteria-draft.ts'
import type { PreachingListControl } from './preaching-filter.ts'
import classes from './preaching-filter-panel.module.css'
import { usePreachingChoices } from './use-preaching-choices.ts'

type Draft = CriteriaDraft<PreachingFilterName, PreachingOrder>

/**
 * The draft of a filter. Nothing applies before "Apply Filter"; if the filter is applied, or empty, already, a message
 * says so instead of loading the same rows again.
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
  const { choices, needed } = usePreachingChoices(PREACHING_FILTER_NAMES)

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
  const failed = needed.find(({ isError }) => isError)
  if (failed !== undefined) {
    return (
      <div className={classes.failed}>
        <ErrorBox
          message={t('preaching.filter.failed')}
          detail={failed.error?.message}
          failure={failed.error}
          onRetry={() => Promise.all(needed.map((query) => query.refetch()))}
        />
      </div>
    )
  }
  return (
    <form
      className={`${classes.panel} ${labels.fields}`}
      aria-label={t('preaching.filter.open')}
      onSubmit={apply}
    >
      {PREACHING_FILTER_NAMES.map((name) => {
        const label = t(`preaching.filter.${name}`)
        return (
          <MultiSelect
            key={name}
            label={label}
            data={choices[name].map((one) => ({ value: String(one.value), label: one.label }))}
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
      })}
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
