import type { ClassDetail, Repeat } from '@vestry/contract/classes.ts'
import {
  MAX_SESSIONS,
  MAX_WEEKS_APART,
  WEEKDAYS,
  type Weekday,
} from '@vestry/contract/sunday-school-rules.ts'
import type { FieldErrors } from '../forms/form-draft.ts'
import { t } from '../messages/messages.ts'
import { toInputValue } from '../ui/wall-clock.ts'

/** What the form edits. Numbers stand as they were typed. */
export type ClassValues = {
  title: string
  session_datetime: string
  room: string
  /** The ids of those it is assigned to. */
  teachers: readonly string[]
  notes: string
  repeats: boolean
  every: string
  /** Without any, the day of the week that the first class falls on. */
  weekdays: readonly Weekday[]
  ends: 'until' | 'times'
  until: string
  times: string
  /** Whether a copy starts with the roster of the class that it is made from. */
  takeRoster: boolean
}

/** The fields in the order in which they stand on the form. */
export const CLASS_FIELDS = [
  'title',
  'session_datetime',
  'room',
  'teachers',
  'repeats',
  'every',
  'weekdays',
  'ends',
  'until',
  'times',
  'notes',
  'takeRoster',
] as const satisfies readonly (keyof ClassValues)[]

const LONGEST = { title: 200, room: 120, notes: 2000 } as const

export const NEW_CLASS: ClassValues = {
  title: '',
  session_datetime: '',
  room: '',
  teachers: [],
  notes: '',
  repeats: false,
  every: '1',
  weekdays: [],
  ends: 'until',
  until: '',
  times: '',
  takeRoster: true,
}

export function valuesOfClass(detail: ClassDetail): ClassValues {
  const { title, room, notes } = detail
  return {
    ...NEW_CLASS,
    title,
    room,
    notes,
    session_datetime: toInputValue(detail.session_datetime),
    teachers: detail.teachers.map(({ sub }) => sub),
  }
}

/** A copy stands on the same weekday at the same time: a week after the original, or the next one to come. */
export function valuesOfCopy(detail: ClassDetail, today: string): ClassValues {
  const [day = '', time = ''] = toInputValue(detail.session_datetime).split('T')
  let next = addDays(day, 7)
  if (next < today) {
    next = addDays(next, Math.ceil(daysBetween(next, today) / 7) * 7)
  }
  return { ...valuesOfClass(detail), session_datetime: `${next}T${time}` }
}

function addDays(day: string, days: number): string {
  const moment = new Date(`${day}T00:00:00Z`)
  moment.setUTCDate(moment.getUTCDate() + days)
  return moment.toISOString().slice(0, 10)
}

function daysBetween(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000
}

/** The days of the week chosen, or the one that the first class falls on. */
export function weekdaysOf(values: ClassValues): readonly Weekday[] {
  const day = new Date(`${values.session_datetime.slice(0, 10)}T00:00:00Z`).getUTCDay()
  const own = WEEKDAYS[(day + 6) % 7]
  return values.weekdays.length > 0 ? values.weekdays : own === undefined ? [] : [own]
}

export function validateClass(values: ClassValues): FieldErrors<ClassValues> {
  const errors: FieldErrors<ClassValues> = {}
  for (const field of ['title', 'session_datetime'] as const) {
    if (values[field].trim() === '') {
      errors[field] = t('ui.form.required')
    }
  }
  for (const field of ['title', 'room', 'notes'] as const) {
    if (values[field].trim().length > LONGEST[field]) {
      errors[field] = t('ui.form.tooLong', { most: LONGEST[field] })
    }
  }
  if (!values.repeats) {
    return errors
  }
  if (!isWhole(values.every, MAX_WEEKS_APART)) {
    errors.every = t('classes.form.whole', { most: MAX_WEEKS_APART })
  }
  if (values.ends === 'until') {
    if (values.until === '') {
      errors.until = t('ui.form.required')
    } else if (values.until < values.session_datetime.slice(0, 10)) {
      errors.until = t('classes.form.endsEarly')
    }
  } else if (!isWhole(values.times, MAX_SESSIONS)) {
    errors.times = t('classes.form.whole', { most: MAX_SESSIONS })
  }
  return errors
}

function isWhole(text: string, most: number): boolean {
  return /^\d{1,6}$/.test(text) && Number(text) >= 1 && Number(text) <= most
}

/** What is sent of a session itself. */
export function classBody(values: ClassValues) {
  return {
    title: values.title.trim(),
    session_datetime: values.session_datetime,
    room: values.room.trim(),
    notes: values.notes,
    teachers: [...values.teachers],
  }
}

/** What is sent of a repetition, once it says enough to be reckoned with. */
export function repeatOf(values: ClassValues): Repeat | undefined {
  const { every, weekdays, until, times, session_datetime } = validateClass(values)
  if (!values.repeats || every || weekdays || until || times || session_datetime) {
    return undefined
  }
  return {
    every: Number(values.every),
    weekdays: WEEKDAYS.filter((day) => weekdaysOf(values).includes(day)),
    ...(values.ends === 'until' ? { until: values.until } : { times: Number(values.times) }),
  }
}
