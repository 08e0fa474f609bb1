import { normalForm } from '@vestry/contract/normal-form.ts'
import { readDay } from './read-day.ts'

/** What a file may bring in. */
export const IMPORTED = ['attendees', 'attendance'] as const
export type Imported = (typeof IMPORTED)[number]

/** What a column of a file may hold; `mark` is of the day that its header names. */
export const COLUMN_FIELDS = [
  'id',
  'source_id',
  'first_name',
  'last_name',
  'birthdate',
  'parent_contact',
  'allergies',
  'needs',
  'notes',
  'is_member',
  'class',
  'day',
  'time',
  'state',
  'comment',
  'mark',
] as const
export type ColumnField = (typeof COLUMN_FIELDS)[number]
/** The field of each column, or null for one that is left out. */
export type ColumnMapping = readonly (ColumnField | null)[]

const WHO = ['id', 'source_id', 'first_name', 'last_name', 'birthdate'] as const
export const FIELDS_OF = {
  attendees: [...WHO, 'parent_contact', 'allergies', 'needs', 'notes', 'is_member'],
  attendance: [...WHO, 'class', 'day', 'time', 'state', 'comment', 'mark'],
} as const satisfies Record<Imported, readonly ColumnField[]>

/** Of these a record takes several columns, one after the other. */
const JOINED: readonly ColumnField[] = ['parent_contact', 'allergies', 'needs', 'notes', 'mark']

/** The headers of Planning Center, Breeze, ChurchCRM and our own files, and those that people choose, as `keyOf` has them. */
const KNOWN: Record<ColumnField, readonly string[]> = {
  id: ['vestryid'],
  source_id: ['personid', 'breezeid', 'individualid', 'memberid', 'childid', 'idpersona', 'iddelapersona'],
  first_name: ['firstname', 'first', 'givenname', 'nombre', 'nombres', 'primernombre'],
  last_name: ['lastname', 'last', 'surname', 'familyname', 'apellido', 'apellidos'],
  birthdate: ['birthdate', 'birthday', 'dateofbirth', 'dob', 'fechadenacimiento', 'nacimiento'],
  parent_contact: [
    'guardiancontact',
    'parentcontact',
    'contact',
    'mobile',
    'mobilephone',
    'mobilephonenumber',
    'cellphone',
    'phone',
    'homephone',
    'homephonenumber',
    'email',
    'homeemail',
    'contacto',
    'contactofamiliar',
    'contactodelospadres',
    'movil',
    'telefono',
    'correo',
    'correoelectronico',
  ],
  allergies: ['allergies', 'medicalnotes', 'alergias'],
  needs: ['needs', 'specialneeds', 'necesidades'],
  notes: ['notes', 'comments', 'notas', 'comentarios'],
  is_member: ['member', 'membership', 'churchmember', 'miembro', 'membresia'],
  class: ['class', 'event', 'eventname', 'group', 'clase', 'grupo', 'evento'],
  day: ['date', 'day', 'eventdate', 'sessiondate', 'fecha', 'dia'],
  time: ['time', 'starttime', 'hora'],
  state: [
    'attendance',
    'attended',
    'status',
    'present',
    'mark',
    'asistencia',
    'asistio',
    'presente',
    'estado',
  ],
  comment: ['comment', 'comments', 'note', 'notes', 'comentario', 'comentarios', 'notas'],
  mark: [],
}

function keyOf(header: string): string {
  return normalForm(header, 'NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** Attendance has a day in a column, or days in its headers. */
export function guessImported(headers: readonly string[]): Imported {
  const keys = headers.map(keyOf)
  const has = (field: ColumnField) => keys.some((key) => KNOWN[field].includes(key))
  return (has('day') && (has('state') || has('class'))) || headers.some(namesDay) ? 'attendance' : 'attendees'
}

function namesDay(header: string): boolean {
  return typeof readDay(header, 'dmy') === 'object' || typeof readDay(header, 'mdy') === 'object'
}

/** What the headers of a file say its columns hold; of two that claim a field for one column the first has it. */
export function guessMapping(headers: readonly string[], imported: Imported = 'attendees'): ColumnMapping {
  const taken = new Set<ColumnField>()
  const fields: readonly ColumnField[] = FIELDS_OF[imported]
  return headers.map((header) => {
    if (imported === 'attendance' && namesDay(header)) {
      return 'mark'
    }
    const key = keyOf(header)
    const field = fields.find((one) => KNOWN[one].includes(key))
    if (field === undefined || (taken.has(field) && !JOINED.includes(field))) {
      return null
    }
    taken.add(field)
    return field
  })
}

/** Gives a column a field, and takes it from the column that had it where there may be one alone. */
export function mapColumn(mapping: ColumnMapping, column: number, field: ColumnField | null): ColumnMapping {
  return mapping.map((former, place) => {
    if (place === column) {
      return field
    }
    return former === field && field !== null && !JOINED.includes(field) ? null : former
  })
}

/** Whether the columns say who a row is about, and of attendance what was on which day. */
export function isUsable(mapping: ColumnMapping, imported: Imported = 'attendees'): boolean {
  const has = (field: ColumnField) => mapping.includes(field)
  const named = has('id') || (has('first_name') && has('last_name'))
  if (imported === 'attendees') {
    return named
  }
  return (named || has('source_id')) && (has('mark') || (has('day') && has('state')))
}
