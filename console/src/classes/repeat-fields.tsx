import { NativeSelect, TextInput } from '@mantine/core'
import {
  MAX_SESSIONS,
  MAX_WEEKS_APART,
  WEEKDAYS,
  type Weekday,
} from '@vestry/contract/sunday-school-rules.ts'
import { useMessages } from '../messages/use-messages.ts'
import { CheckField } from './check-field.tsx'
import { type ClassValues, weekdaysOf } from './class-fields.ts'
import classes from './repeat-fields.module.css'

type Field = keyof ClassValues & string

/** Whether a class is held again, on which days, and until when. */
export function RepeatFields(props: {
  values: ClassValues
  field: (field: Field) => { id: string; name: string; error: string | undefined; onBlur: () => void }
  set: <F extends Field>(field: F, value: ClassValues[F]) => void
}) {
  const { t } = useMessages()
  const { values, field, set } = props
  return (
    <>
      <CheckField
        {...field('repeats')}
        label={t('classes.form.repeats')}
        checked={values.repeats}
        onChange={(checked) => set('repeats', checked)}
      />
      {values.repeats && (
        <div className={classes.rule}>
          <TextInput
            {...field('every')}
            className={classes.every}
            type="number"
            inputMode="numeric"
            min={1}
            max={MAX_WEEKS_APART}
            label={t('classes.form.every')}
            value={values.every}
            onChange={(event) => set('every', event.currentTarget.value)}
          />
          <WeekdayBoxes values={values} onChange={(weekdays) => set('weekdays', weekdays)} />
          <NativeSelect
            {...field('ends')}
            label={t('classes.form.ends')}
            data={[
              { value: 'until', label: t('classes.form.ends.until') },
              { value: 'times', label: t('classes.form.ends.times') },
            ]}
            value={values.ends}
            onChange={(event) => set('ends', event.currentTarget.value === 'times' ? 'times' : 'until')}
          />
          {values.ends === 'until' ? (
            <TextInput
              {...field('until')}
              type="date"
              label={t('classes.form.until')}
              withAsterisk
              min={values.session_datetime.slice(0, 10)}
              value={values.until}
              onChange={(event) => set('until', event.currentTarget.value)}
            />
          ) : (
            <TextInput
              {...field('times')}
              type="number"
              inputMode="numeric"
              min={1}
              max={MAX_SESSIONS}
              label={t('classes.form.times')}
              withAsterisk
              value={values.times}
              onChange={(event) => set('times', event.currentTarget.value)}
            />
          )}
        </div>
      )}
    </>
  )
}

/** With none chosen the day of the first class is meant, so the last one can't be taken away. */
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

/** The name of the day that stands at this place in a week that begins on Monday. */
function nameOfDay(at: number, weekday: 'long' | 'short', language: string): string {
  // 5 January 2026 is a Monday.
  return new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' }).format(Date.UTC(2026, 0, 5 + at))
}
