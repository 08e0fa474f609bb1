import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Attendee } from '@vestry/contract/calls/attendees.ts'
import { useId, useState } from 'react'
import { churchToday } from '../api/church-day.ts'
import { useMessages } from '../messages/use-messages.ts'
import labels from '../ui/forms/field-labels.module.css'
import { AgeInputs, NO_AGES } from './age-inputs.tsx'
import { listSeries } from './classes-calls.ts'
import classes from './roster-ages.module.css'
import { childrenOfAge, turnOfYear } from './turn-of-year.ts'

/** Selects the children who have an age on a given day: those who move up at the end of a year. */
export function RosterAges(props: {
  series_id: number
  attendees: readonly Attendee[]
  onSelect: (ids: ReadonlySet<number>) => void
}) {
  const { t } = useMessages()
  const [open, setOpen] = useState(false)
  const [ages, setAges] = useState(NO_AGES)
  const id = useId()
  const [typedDay, setTypedDay] = useState<string>()
  const series = useQuery({ ...listSeries, enabled: open })
  const last = series.data?.find((one) => one.id === props.series_id)?.last
  const day = typedDay ?? turnOfYear(last, churchToday())
  const meant = childrenOfAge(props.attendees, ages, day)
  return (
    <div className={classes.ages}>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {t('classes.roster.byAge')}
      </Button>
      <form
        id={id}
        hidden={!open}
        className={`${classes.form} ${labels.fields}`}
        onSubmit={(event) => {
          event.preventDefault()
          props.onSelect(new Set(meant.map((child) => child.id)))
        }}
      >
        <AgeInputs ages={ages} onType={(typed) => setAges((now) => ({ ...now, ...typed }))} />
        <TextInput
          type="date"
          label={t('classes.roster.ageOn')}
          value={day}
          onChange={(event) => setTypedDay(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={meant.length === 0}>
          {t('classes.roster.selectCount', { count: meant.length })}
        </Button>
      </form>
    </div>
  )
}
