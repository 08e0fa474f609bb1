import { NativeSelect, TextInput } from '@mantine/core'
import { WEEKDAYS, type Weekday } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import { ChoiceBox } from '../forms/choice-fields.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { dateFormat } from '../ui/intl-formats.ts'
import { type ClassValues, weekdaysOf } from './class-fields.ts'
import classes from './repeat-fields.module.css'
import type { ClassFormState } from './use-class-form.ts'

/** Whether a class repeats, on which days, and until when. */
export function RepeatFields({ form }: { form: ClassFormState }) {
  const { t } = useMessages()
  const { values, field, set, input } = form
  return (
    <>
      <ChoiceBox
        {...field('repeat')}
        label={t('classes.form.repeats')}
        checked={values.repeat}
        onChange={(checked) => set('repeat', checked)}
      />
      {values.repeat && (
        <div className={classes.rule}>
          <TextInput {...input('every')} className={classes.every} label={t('classes.form.every')} />
          <WeekdayBoxes values={values} onChange={(weekdays) => set('weekdays', weekdays)} />
          <NativeSelect
            {...input('ends')}
            label={t('classes.form.ends')}
            data={[
              { value: 'until', label: t('classes.form.ends.until') },
              { value: 'times', label: t('classes.form.ends.times') },
            ]}
          />
          {values.ends === 'until' ? (
            <TextInput
              {...input('until')}
              label={t('classes.form.until')}
              min={values.session_datetime.slice(0, 10)}
            />
          ) : (
            <TextInput {...input('times')} label={t('classes.form.times')} />
          )}
        </div>
      )}
    </>
  )
}

/** Without a choice, the weekday of the first class is meant, so the last choice can't be removed. */
function WeekdayBoxes(props: { values: ClassValues; onChange: (weekdays: Weekday[]) => void }) {
  const { t, language } = useMessages()
  const chosen = weekdaysOf(props.values)
  const toggle = (day: Weekday) =>
    props.onChange(
      WEEKDAYS.filter((other) => (other === day ? !chosen.includes(day) : chosen.includes(other))),
    )
  return (
    <fieldset className={classes.weekdays}>
      <legend>{t('classes.form.weekdays')}</legend>
      {WEEKDAYS.map((day, at) => (
        <label key={day}>
          <input
            type="checkbox"
            checked={chosen.includes(day)}
            aria-label={nameOfDay(at, 'long', language)}
            onChange={() => toggle(day)}
          />
          <span aria-hidden>{nameOfDay(at, 'short', language)}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** The name of the weekday at this place of a week that begins on Monday. */
function nameOfDay(at: number, weekday: 'long' | 'short', language: string): string {
  // 5 January 2026 is a Monday.
  return dateFormat(language, { weekday, timeZone: 'UTC' }).format(Date.UTC(2026, 0, 5 + at))
}
