import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../messages/use-messages.ts'
import { isPastDay } from './history-date.ts'
import classes from './history-date-form.module.css'

/**
 * Chooses the day up to which classes are shown. If it is left empty, the day shown comes back; a day after today is
 * refused.
 */
export function HistoryDateForm(props: { day: string; today: string; onChoose: (day: string) => void }) {
  const { t } = useMessages()
  const { day, today } = props
  const [typed, setTyped] = useState(day)
  const [shown, setShown] = useState(day)
  const [refused, setRefused] = useState(false)
  if (shown !== day) {
    setShown(day)
    setTyped(day)
    setRefused(false)
  }
  const apply = (event: FormEvent) => {
    event.preventDefault()
    if (typed === '') {
      setTyped(day)
    } else if (!isPastDay(typed, today)) {
      setRefused(true)
    } else if (typed !== day) {
      props.onChoose(typed)
    }
  }
  return (
    <form className={classes.form} noValidate onSubmit={apply}>
      <TextInput
        type="date"
        label={t('classes.history.date')}
        classNames={{ root: classes.field ?? '', label: classes.label ?? '' }}
        max={today}
        value={typed}
        error={refused && t('classes.history.later')}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setRefused(false)
        }}
      />
      <Button type="submit" variant="default">
        {t('classes.history.go')}
      </Button>
    </form>
  )
}
