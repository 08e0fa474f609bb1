import { type Fields, without } from '../records/record-fields.ts'

/** The fields of a class session; its teachers are the ids (`sub`) of those to whom it is assigned. */
export const CLASS_FIELDS = {
  title: { kind: 'line', max: 200, required: true },
  session_datetime: { kind: 'moment', required: true },
  /** On the day on which it begins. */
  end_time: { kind: 'time' },
  room: { kind: 'line', max: 120 },
  notes: { kind: 'text', max: 2000 },
  teachers: { kind: 'set', of: 'staff', max: 50, default: [] },
} as const satisfies Fields

/** Everything except its time and its teachers. */
export const CLASS_TEXTS = without(CLASS_FIELDS, 'session_datetime', 'teachers')
