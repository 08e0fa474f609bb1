import { type Fields, without } from '../records/record-fields.ts'

/** What a class session is made of; its teachers are the ids (`sub`) of those it is assigned to. */
export const CLASS_FIELDS = {
  title: { kind: 'line', max: 200, required: true },
  session_datetime: { kind: 'moment', required: true },
  /** On the same day as it begins. */
  end_time: { kind: 'time' },
  room: { kind: 'line', max: 120 },
  notes: { kind: 'text', max: 2000 },
  teachers: { kind: 'set', of: 'staff', max: 50, default: [] },
} as const satisfies Fields

/** What it says beside its time and its teachers. */
export const CLASS_TEXTS = without(CLASS_FIELDS, 'session_datetime', 'teachers')
