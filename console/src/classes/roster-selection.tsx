import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Series } from '@vestry/contract/calls/classes.ts'
import { useState } from 'react'
import { useMessages } from '../messages/use-messages.ts'
import sticky from '../ui/sticky-bar.module.css'
import { formatWallClock } from '../ui/wall-clock.ts'
import { listSeries } from './classes-calls.ts'
import classes from './roster-selection.module.css'

/** The actions for the children chosen on a roster. */
export function RosterSelection(props: {
  series_id: number
  count: number
  onRemove: () => void
  onMove: (to: Series) => void
  onClear: () => void
}) {
  const { t, language } = useMessages()
  const series = useQuery(listSeries)
  const others = series.data?.filter(({ id }) => id !== props.series_id) ?? []
  const [chosen, setChosen] = useState('')
  const to = others.find(({ id }) => String(id) === chosen)
  return (
    <fieldset className={`${classes.bar} ${sticky.bar}`}>
      <legend className="visually-hidden">{t('classes.roster.chosen', { count: props.count })}</legend>
      <span className={classes.count} role="status">
        {t('classes.roster.chosen', { count: props.count })}
      </span>
      <Button variant="subtle" size="compact-sm" onClick={props.onClear}>
        {t('classes.roster.clear')}
      </Button>
      {others.length > 0 && (
        <span className={classes.move}>
          <NativeSelect
            aria-label={t('classes.roster.moveTo')}
            data={[
              { value: '', label: t('classes.roster.moveTo') },
              ...others.map(({ id, title, first }) => ({
                value: String(id),
                label: t('classes.roster.series', { title, date: formatWallClock(first, language) }),
              })),
            ]}
            value={chosen}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
          {to !== undefined && (
            <Button variant="light" onClick={() => props.onMove(to)}>
              {t('classes.roster.move')}
            </Button>
          )}
        </span>
      )}
      <Button variant="default" onClick={props.onRemove}>
        {t('classes.roster.remove')}
      </Button>
    </fieldset>
  )
}
