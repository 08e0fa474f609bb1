import { Button } from '@mantine/core'
import { ageOn } from '@vestry/contract/age-on.ts'
import type { Attendee } from '@vestry/contract/attendees.ts'
import { useId, useState } from 'react'
import { churchToday } from '../api/church-day.ts'
import { useMessages } from '../messages/use-messages.ts'
import labels from '../ui/field-labels.module.css'
import { AgeInputs, NO_AGES, type TypedAges } from './age-inputs.tsx'
import classes from './roster-ages.module.css'

/** Selects the children of an age: those who move up at the turn of a year. */
export function RosterAges(props: {
  attendees: readonly Attendee[]
  onSelect: (ids: ReadonlySet<number>) => void
}) {
  const { t } = useMessages()
  const [open, setOpen] = useState(false)
  const [ages, setAges] = useState(NO_AGES)
  const id = useId()
  const today = churchToday()
  const meant = props.attendees.filter(
    ({ birthdate }) => birthdate !== null && isWithin(ageOn(today, birthdate), ages),
  )
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
        <Button type="submit" variant="default" disabled={meant.length === 0}>
          {t('classes.roster.selectCount', { count: meant.length })}
        </Button>
      </form>
    </div>
  )
}

/** Whether an age is within what was typed; nothing typed is no bound, and with no bound at all nobody is meant. */
function isWithin(age: number, { age_from, age_to }: TypedAges): boolean {
  if (age_from === '' && age_to === '') {
    return false
  }
  return (age_from === '' || age >= Number(age_from)) && (age_to === '' || age <= Number(age_to))
}
