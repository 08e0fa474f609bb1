import { Button, TextInput } from '@mantine/core'
import { FIRST_DAY, isDay } from '@vestry/contract/rules/is-day.ts'
import { MAX_REASON } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useMessages } from '../messages/use-messages.ts'
import { isUnfinished } from '../ui/is-unfinished.ts'
import { changedNumbers, confirmNumbers } from '../ui/people/confirm-numbers.tsx'
import classes from './absence-form.module.css'
import { cleanedHint } from './cleaned-hint.ts'

const CLEANED = { reason: { kind: 'line', max: MAX_REASON, cleaned: true } } as const
const EMPTY = { from_day: '', until_day: '', reason: '' }

/** From when to when a child is away, and why; `onAdd` says whether it was added. `children` stand beside the button. */
export function AbsenceForm({
  onAdd,
  children,
}: {
  onAdd: (absence: typeof EMPTY) => Promise<boolean>
  children?: ReactNode
}) {
  const { t } = useMessages()
  const [typed, setTyped] = useState(EMPTY)
  const [refused, setRefused] = useState<{ field: keyof typeof EMPTY; text: string }>()
  const [saving, setSaving] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const set = (change: Partial<typeof EMPTY>) => {
    setTyped((now) => ({ ...now, ...change }))
    setRefused(undefined)
  }
  const inputOf = (field: keyof typeof EMPTY) =>
    form.current?.querySelector<HTMLInputElement>(`[name=${field}]`)
  const refuse = (field: keyof typeof EMPTY, text: string) => {
    setRefused({ field, text })
    inputOf(field)?.focus()
  }
  const errorOf = (field: keyof typeof EMPTY) => refused?.field === field && refused.text
  const add = async (event: FormEvent) => {
    event.preventDefault()
    // A single day is enough.
    const until_day = typed.until_day === '' ? typed.from_day : typed.until_day
    if (!isDay(typed.from_day)) {
      refuse('from_day', t('attendees.absences.fromMissing'))
    } else if (typed.from_day < FIRST_DAY) {
      refuse('from_day', t('ui.form.tooEarly'))
    } else if (isUnfinished(inputOf('until_day'))) {
      refuse('until_day', t('ui.form.unfinished'))
    } else if (!isDay(until_day) || until_day < typed.from_day) {
      refuse('until_day', t('attendees.absences.backwards'))
    } else if (
      !saving &&
      (await confirmNumbers(
        changedNumbers(CLEANED, { reason: typed.reason }, () => t('attendees.absences.reason')),
      ))
    ) {
      setSaving(true)
      if (await onAdd({ ...typed, until_day })) {
        setTyped(EMPTY)
      }
      setSaving(false)
    }
  }
  return (
    <form ref={form} className={classes.form} noValidate onSubmit={add}>
      <TextInput
        type="date"
        name="from_day"
        label={t('attendees.absences.from')}
        value={typed.from_day}
        error={errorOf('from_day')}
        onChange={(event) => set({ from_day: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        name="until_day"
        label={t('attendees.absences.until')}
        min={typed.from_day}
        value={typed.until_day}
        error={errorOf('until_day')}
        onChange={(event) => set({ until_day: event.currentTarget.value })}
      />
      <TextInput
        className={classes.wide ?? ''}
        label={t('attendees.absences.reason')}
        {...cleanedHint(typed.reason)}
        maxLength={MAX_REASON}
        value={typed.reason}
        onChange={(event) => set({ reason: event.currentTarget.value })}
      />
      <div className={classes.actions}>
        {children}
        <Button type="submit" variant="default" loading={saving}>
          {t('attendees.absences.add')}
        </Button>
      </div>
    </form>
  )
}
