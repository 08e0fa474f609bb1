import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FAMILY_FILTERS, MEMBERSHIPS, NEED_FILTERS } from '@vestry/contract/sunday-school/attendee-filters.ts'
import type { AttendeeOrder } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import { useId, useState } from 'react'
import { useMessages } from '../messages/use-messages.ts'
import labels from '../ui/forms/field-labels.module.css'
import type { ListControl } from '../ui/list/use-list-state.ts'
import { IconFilter } from '../ui/look/icons.ts'
import { useChurch } from '../ui/use-church.ts'
import { listSeriesTitles } from './attendee-calls.ts'
import type { AttendeeFilterName } from './attendee-columns.tsx'
import classes from './attendee-filter.module.css'

type Choice = { value: string; label: string }

/** The ages that are offered, in years. */
const AGES: readonly Choice[] = Array.from({ length: 18 }, (_, at) => String(at + 1)).map((age) => ({
  value: age,
  label: age,
}))

/** What the list of children is filtered by; each choice applies at once, and stands in the address. */
export function AttendeeFilter({ list }: { list: ListControl<AttendeeFilterName, AttendeeOrder> }) {
  const { t } = useMessages()
  const { families } = useChurch()
  const { filters } = list.state
  const chosen = Object.values(filters).filter((values) => values.length > 0).length
  const [open, setOpen] = useState(chosen > 0)
  const id = useId()
  const series = useQuery({ ...listSeriesTitles, enabled: open })
  const set = (name: AttendeeFilterName, value: string) =>
    list.setCriteria((now) => ({
      ...now,
      filters: { ...now.filters, [name]: value === '' ? [] : [Number(value)] },
    }))
  const select = (name: AttendeeFilterName, options: readonly Choice[]) => (
    <NativeSelect
      label={t(`attendees.filter.${name}`)}
      data={[{ value: '', label: t('attendees.filter.any') }, ...options]}
      value={String(filters[name][0] ?? '')}
      onChange={(event) => set(name, event.currentTarget.value)}
    />
  )
  const words = <Word extends string>(of: readonly Word[], labelOf: (word: Word) => string) =>
    of.map((word, at) => ({ value: String(at + 1), label: labelOf(word) }))

  return (
    <>
      <Button
        className={classes.open}
        variant="default"
        leftSection={<IconFilter size={16} aria-hidden />}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen((now) => !now)}
      >
        {chosen === 0 ? t('attendees.filter.open') : t('attendees.filter.chosen', { count: chosen })}
      </Button>
      {open && (
        <div id={id} className={`${classes.fields} ${labels.fields}`}>
          {select(
            'series_id',
            (series.data ?? []).map((one) => ({ value: String(one.id), label: one.title })),
          )}
          {select('age_from', AGES)}
          {select('age_to', AGES)}
          {select(
            'membership',
            words(MEMBERSHIPS, (word) => t(`attendees.filter.membership.${word}`)),
          )}
          {select(
            'need',
            words(NEED_FILTERS, (word) => t(`attendees.filter.need.${word}`)).slice(0, families ? 3 : 2),
          )}
          {families &&
            select(
              'family',
              words(FAMILY_FILTERS, (word) => t(`attendees.filter.family.${word}`)),
            )}
          <Button
            variant="default"
            className={classes.clear}
            onClick={() => list.setCriteria((now) => ({ ...now, filters: NO_FILTERS }))}
          >
            {t('attendees.filter.clear')}
          </Button>
        </div>
      )}
    </>
  )
}

const NO_FILTERS = { series_id: [], age_from: [], age_to: [], membership: [], need: [], family: [] }
