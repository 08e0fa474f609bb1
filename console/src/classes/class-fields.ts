import type { ClassDetail, Repeat } from '@vestry/contract/calls/classes.ts'
import { planTimes } from '@vestry/contract/sunday-school/class-plan.ts'
import { CLASS_FIELDS } from '@vestry/contract/sunday-school/class-record.ts'
import {
  MAX_SESSIONS,
  MAX_WEEKS_APART,
  WEEKDAYS,
  type Weekday,
} from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import type { FieldErrors } from '../forms/form-draft.ts'
import {
  blankValues,
  type FormFields,
  type FormValues,
  findErrors,
  valuesOf,
} from '../forms/record-values.ts'
import { t } from '../messages/messages.ts'
import { toInputValue } from '../ui/wall-clock.ts'

/** Whether and how a class repeats. */
const REPEAT_FIELDS = {
  repeat: { kind: 'flag' },
  every: { kind: 'number', min: 1, max: MAX_WEEKS_APART },
  /** If there are none, the weekday of the first class. */
  weekdays: { kind: 'set', of: WEEKDAYS },
  ends: { kind: 'choice', of: ['until', 'times'] },
  until: { kind: 'day', required: true },
  times: { kind: 'number', min: 1, max: MAX_SESSIONS, required: true },
  /** Dates taken out of the plan; those that are no longer in the plan mean nothing. */
  skip: { kind: 'set', of: [] as readonly string[] },
} as const satisfies FormFields

const { title, session_datetime, end_time, ...OTHER_FIELDS } = CLASS_FIELDS

/** The fields of the form in the order in which they are shown. */
export const CLASS_FORM = {
  title,
  session_datetime,
  end_time,
  ...REPEAT_FIELDS,
  ...OTHER_FIELDS,
  /** Whether a copy starts with the roster of the original class. */
  copyRoster: { kind: 'flag' },
} as const satisfies FormFields

export type ClassValues = FormValues<typeof CLASS_FORM>

const USUAL_TIME = '10:00'

export const NEW_CLASS: ClassValues = { ...blankValues(CLASS_FORM), every: '1', copyRoster: true }

/** With a day given, only the time has to be corrected. */
export function newClass(day: string | undefined): ClassValues {
  return day === undefined ? NEW_CLASS : { ...NEW_CLASS, session_datetime: `${day}T${USUAL_TIME}` }
}

export function valuesOfClass(detail: ClassDetail): ClassValues {
  const { end_time = '' } = detail
  const teachers = detail.teachers.map(({ sub }) => sub)
  return { ...NEW_CLASS, ...valuesOf(CLASS_FIELDS, { ...detail, end_time, teachers }) }
}

/** A copy is on the same weekday at the same time: a week after the original, or on the next such day to come. */
export function valuesOfCopy(detail: ClassDetail, today: string): ClassValues {
  const [day = '', time = ''] = toInputValue(detail.session_datetime).split('T')
  let next = addDays(day, 7)
  if (next < today) {
    next = addDays(next, Math.ceil(daysBetween(next, today) / 7) * 7)
  }
  return { ...valuesOfClass(detail), session_datetime: `${next}T${time}` }
}

export function addDays(day: string, days: number): string {
  const moment = new Date(`${day}T00:00:00Z`)
  moment.setUTCDate(moment.getUTCDate() + days)
  return moment.toISOString().slice(0, 10)
}

export function daysBetween(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000
}

/** The chosen weekdays, or the weekday of the first class. */
export function weekdaysOf(values: ClassValues): readonly Weekday[] {
  const day = values.session_datetime.slice(0, 10)
  return values.weekdays.length > 0 ? values.weekdays : day === '' ? [] : [weekdayOf(day)]
}

export function weekdayOf(day: string): Weekday {
  return WEEKDAYS[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7] ?? 'SU'
}

/**
 * Only the fields of a repetition that are shown can be wrong: none if there is no repetition, and only the chosen one
 * of its two ends.
 */
export function findClassErrors(values: ClassValues): FieldErrors<ClassValues> {
  const { every, until, times } = REPEAT_FIELDS
  const end = values.ends === 'until' ? { until } : { times }
  const asked: FormFields = { ...CLASS_FIELDS, ...(values.repeat && { every, ...end }) }
  const errors: FieldErrors<ClassValues> = findErrors<FormFields>(asked, values, '', {
    notWhole: 'classes.form.whole',
  })
  if (values.end_time !== '' && values.end_time <= values.session_datetime.slice(11, 16)) {
    errors.end_time = t('classes.form.endsBefore')
  }
  if ('until' in asked && values.until !== '' && values.until < values.session_datetime.slice(0, 10)) {
    errors.until = t('classes.form.endsEarly')
  }
  return errors
}

/** What is sent of a repetition, once it is complete enough to work out its dates. */
export function repeatOf(values: ClassValues): Repeat | undefined {
  const { every, until, times, session_datetime } = findClassErrors(values)
  if (!values.repeat || every || until || times || session_datetime) {
    return undefined
  }
  const rhythm = {
    every: Number(values.every),
    weekdays: WEEKDAYS.filter((day) => weekdaysOf(values).includes(day)),
    ...(values.ends === 'until' ? { until: values.until } : { times: Number(values.times) }),
  }
  const skip = planTimes(values.session_datetime, { ...rhythm, skip: values.skip })
    .filter(({ skipped }) => skipped)
    .map(({ time }) => time.slice(0, 10))
  return skip.length > 0 ? { ...rhythm, skip } : rhythm
}
