import { Button, NativeSelect, TextInput } from '@mantine/core'
import { isDay } from '@vestry/contract/rules/is-day.ts'
import { REPORT_STEPS } from '@vestry/contract/rules/report-rules.ts'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../messages/use-messages.ts'
import classes from './report-page.module.css'
import { type ReportRange, rangeError } from './report-range.ts'

/** Any two days, and the time that one bar stands for. */
export function OwnRange({ range, onShow }: { range: ReportRange; onShow: (range: ReportRange) => void }) {
  const { t } = useMessages()
  const [typed, setTyped] = useState(range)
  const [refused, setRefused] = useState(false)
  const { from, to } = typed
  const error = isDay(from) && isDay(to) ? rangeError(from, to) : 'missing'
  const change = (part: Partial<ReportRange>) => {
    setTyped((now) => ({ ...now, ...part }))
    setRefused(false)
  }
  const apply = (event: FormEvent) => {
    event.preventDefault()
    if (error === undefined) {
      onShow(typed)
    } else {
      setRefused(true)
    }
  }
  return (
    <form className={classes.own} noValidate onSubmit={apply}>
      <TextInput
        type="date"
        label={t('reports.from')}
        value={from}
        onChange={(event) => change({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label={t('reports.to')}
        value={to}
        error={refused && error !== undefined && t(`reports.error.${error}`)}
        onChange={(event) => change({ to: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('reports.step')}
        data={REPORT_STEPS.map((value) => ({ value, label: t(`reports.step.${value}`) }))}
        value={typed.step}
        onChange={(event) => {
          const step = REPORT_STEPS.find((known) => known === event.currentTarget.value)
          if (step !== undefined) {
            change({ step })
          }
        }}
      />
      <Button type="submit" variant="default">
        {t('reports.show')}
      </Button>
    </form>
  )
}
