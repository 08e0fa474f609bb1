import {
  ATTENDEE_FIELD_NAMES,
  ATTENDEE_FIELDS,
  type AttendeeField,
} from '@vestry/contract/sunday-school/attendee-record.ts'
import { church } from '../console-config.ts'
import { FAMILY_COLUMNS, FAMILY_HEADERS, type FamilyColumn } from './family-fields.ts'
import { keyOf } from './header-key.ts'
import { fieldInWords, hasPartOfLastName } from './header-words.ts'
import { DATE_ORDERS, lacksYear, readDay } from './read-day.ts'

/** What a file may import. */
export const IMPORTED = ['attendees', 'attendance'] as const
export type Imported = (typeof IMPORTED)[number]

/** What a column of a file may hold besides the fields of a child; `mark` is the mark of the day in its header. */
const OTHER_FIELDS = [
  'id',
  'source_id',
  'full_name',
  'class',
  'day',
  'time',
  'state',
  'comment',
  'mark',
] as const
/** What a column says of a stay at the door. */
const STAY_FIELDS = [
  'arrived',
  'brought_by',
  'taken_in_by',
  'gone',
  'gone_to',
  'gone_way',
  'gone_by',
] as const
export const COLUMN_FIELDS = [...OTHER_FIELDS, ...ATTENDEE_FIELD_NAMES, ...FAMILY_COLUMNS, ...STAY_FIELDS]
export type ColumnField =
  | AttendeeField
  | FamilyColumn
  | (typeof OTHER_FIELDS)[number]
  | (typeof STAY_FIELDS)[number]
/** The field of each column, or null for a column that is left out. */
export type ColumnMapping = readonly (ColumnField | null)[]

const WHO = ['id', 'source_id', 'full_name'] as const
const FIELDS_OF = {
  attendees: [...WHO, ...ATTENDEE_FIELD_NAMES, 'class'],
  attendance: [
    ...WHO,
    'first_name',
    'last_name',
    'birthdate',
    'class',
    'day',
    'time',
    'state',
    'comment',
    'mark',
  ],
} as const satisfies Record<Imported, readonly ColumnField[]>

/** Families are offered where the church keeps them, unless a test says otherwise; stays to who may make them. */
type Offered = { families?: boolean; stays?: boolean }

/** What the columns of a file may hold. */
export function fieldsOf(
  imported: Imported,
  { families = church().families, stays = false }: Offered = {},
): readonly ColumnField[] {
  const more = imported === 'attendees' ? families && FAMILY_COLUMNS : stays && STAY_FIELDS
  return more ? [...FIELDS_OF[imported], ...more] : FIELDS_OF[imported]
}

export const MANY_LINES: readonly ColumnField[] = ATTENDEE_FIELD_NAMES.filter(
  (name) => ATTENDEE_FIELDS[name].kind === 'text',
)
/** These may have several columns, which a record takes one after the other. */
const JOINED: readonly ColumnField[] = [...MANY_LINES, 'parent_contact', 'mark']

const SPANISH_NAMES = ['nombrecompleto', 'nombreyapellidos', 'nombreyapellido']

/** Whether a column of full names has a Spanish name; then people have two last names. */
export function hasTwoLastNames(header: string): boolean {
  return keyOf(header).startsWith('nombre')
}

/** Names of columns with the time at which a child arrived, which is not when the class began. */
const ARRIVALS = [
  ...['checkedinat', 'checkin', 'checkintime', 'checkindate', 'arrived', 'arrival'],
  ...['entrada', 'llegada'],
]

export function saysArrival(header: string): boolean {
  return ARRIVALS.includes(keyOf(header))
}

const DAYS = [
  ...['eventtime', 'date', 'day', 'eventdate', 'sessiondate', 'attendancedate', 'visitdate'],
  ...['fecha', 'dia'],
]

/**
 * The headers of Planning Center, Breeze, ChurchCRM and our own files, and common headers of people's own files, as
 * `keyOf` returns them.
 */
const KNOWN: Record<ColumnField, readonly string[]> = {
  id: ['vestryid'],
  source_id: [
    ...['personid', 'personkey', 'breezeid', 'individualid', 'memberid', 'childid', 'studentid', 'peopleid'],
    ...['remoteid', 'externalid', 'importkey', 'idpersona', 'iddelapersona', 'id'],
  ],
  first_name: [
    ...['firstname', 'first', 'givenname', 'childfirstname', 'studentfirstname'],
    ...['nombre', 'nombres', 'primernombre'],
  ],
  last_name: [
    ...['lastname', 'last', 'surname', 'familyname', 'childlastname', 'studentlastname'],
    ...['apellido', 'apellidos'],
  ],
  full_name: [
    ...['fullname', 'childname', 'childsname', 'studentname', 'nameofchild', 'name', 'student'],
    ...[...SPANISH_NAMES, 'alumno'],
  ],
  birthdate: ['birthdate', 'birthday', 'dateofbirth', 'dob', 'fechadenacimiento', 'nacimiento'],
  parent_contact: [
    'guardiancontact',
    'parentcontact',
    'contact',
    'mobile',
    'mobilephone',
    'mobilephonenumber',
    'mobilenumber',
    'primaryphone',
    'phonenumber',
    'cellphone',
    'phone',
    'homephone',
    'homephonenumber',
    'email',
    'homeemail',
    'primaryemail',
    'emailaddress',
    'contacto',
    'contactofamiliar',
    'contactodelospadres',
    'movil',
    'telefono',
    'correo',
    'correoelectronico',
  ],
  allergies: ['allergies', 'allergy', 'medicalnotes', 'alergias'],
  needs: ['needs', 'specialneeds', 'necesidades'],
  notes: ['notes', 'note', 'comments', 'notas', 'nota', 'comentarios'],
  is_member: [
    'member',
    'membership',
    'churchmember',
    'membershipstatus',
    'connectionstatus',
    'miembro',
    'membresia',
  ],
  class: [
    ...['class', 'classname', 'sundayschoolclass', 'clase'],
    ...['location', 'locationname', 'group', 'groupname', 'groupkey', 'grupo'],
    ...['event', 'eventname', 'instancename', 'evento'],
  ],
  day: [...DAYS, ...ARRIVALS],
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
  arrived: ARRIVALS,
  brought_by: ['broughtby', 'quienlotrajo', 'checkedinby'],
  taken_in_by: ['takeninby', 'recibidopor'],
  gone: ['givenback', 'entrega', 'checkedoutat', 'checkout', 'checkouttime', 'salida'],
  gone_to: ['givento', 'entregadoa', 'pickedupby', 'recogidopor'],
  gone_way: ['how', 'como'],
  gone_by: ['givenby', 'entregadopor', 'checkedoutby'],
  ...FAMILY_HEADERS,
}

/** Attendance has its day in a column, or days in its headers. */
export function guessImported(headers: readonly string[]): Imported {
  const keys = headers.map(keyOf)
  const has = (field: ColumnField) => keys.some((key) => KNOWN[field].includes(key))
  const isOfCheckIns = headers.some(saysArrival) && keys.some((key) => DAYS.includes(key))
  const isOfDays = findDays(headers).some(Boolean)
  return (has('day') && (has('state') || has('class'))) || isOfCheckIns || isOfDays
    ? 'attendance'
    : 'attendees'
}

/** A year in which every day of every year is one. */
const LEAP = { latestYear: 2000, firstDay: '2000-01-01' }

/** Which headers are days. Without years there must be several: one alone may be a class of ages. */
function findDays(headers: readonly string[]): boolean[] {
  const days = headers.map((header) =>
    DATE_ORDERS.some((order) => typeof readDay(header, order, LEAP) === 'object'),
  )
  const withoutYear = headers.map((header, column) => days[column] === true && lacksYear(header))
  const several = withoutYear.filter(Boolean).length > 1
  return days.map((isDay, column) => isDay && (several || withoutYear[column] === false))
}

/**
 * What the headers of a file say about its columns. If several claim a field for one column, the column whose name
 * comes first among the known names gets it, and of equal ones the first.
 */
export function guessMapping(
  headers: readonly string[],
  imported: Imported = 'attendees',
  offered: Offered = {},
): ColumnMapping {
  const fields = fieldsOf(imported, offered)
  const keys = headers.map(keyOf)
  const days = imported === 'attendance' ? findDays(headers) : []
  const known = headers.map((_, column) =>
    days[column] ? 'mark' : (fields.find((field) => KNOWN[field].includes(keys[column] ?? '')) ?? null),
  )
  const guessed = withWholeNames(headers, addInWords(headers, known, fields))
  const rank = (field: ColumnField, column: number) => KNOWN[field].indexOf(keys[column] ?? '')
  const apart = guessed.includes('first_name') && guessed.includes('last_name')
  return guessed.map((field, column) => {
    if (field === 'full_name' && apart) {
      return null
    }
    if (field === null || JOINED.includes(field) || hasPartOfLastName(headers[column] ?? '')) {
      return field
    }
    const rivals = guessed.flatMap((other, at) => (other === field ? [at] : []))
    const best = Math.min(...rivals.map((at) => rank(field, at)))
    if (rivals.find((at) => rank(field, at) === best) === column) {
      return field
    }
    // Beside the time of the class, that of the arrival is one of its own.
    return fields.includes('arrived') && field === 'day' && saysArrival(headers[column] ?? '')
      ? 'arrived'
      : null
  })
}

/** With what headers say in their own words, where no known one says the same. */
function addInWords(
  headers: readonly string[],
  known: ColumnMapping,
  fields: readonly ColumnField[],
): ColumnMapping {
  const isOpen = (field: ColumnField) => JOINED.includes(field) || !known.includes(field)
  const saidBy = (header: string) => {
    const isKnown = COLUMN_FIELDS.some((field) => KNOWN[field].includes(keyOf(header)))
    const said = isKnown ? undefined : fieldInWords(header)
    return said !== undefined && fields.includes(said) && isOpen(said) ? said : null
  }
  return known.map((field, column) => field ?? saidBy(headers[column] ?? ''))
}

const CHILDREN = ['child', 'kid', 'nino', 'nina', 'ninos', 'hijo', 'hija', 'menor', 'alumna']

/** A column of children, or of Spanish first names, has whole names where no other column has last names. */
function withWholeNames(headers: readonly string[], mapping: ColumnMapping): ColumnMapping {
  if (mapping.includes('last_name') || mapping.includes('full_name')) {
    return mapping
  }
  const column = headers.map(keyOf).findIndex((key, at) => {
    return CHILDREN.includes(key) || (mapping[at] === 'first_name' && key.startsWith('nombre'))
  })
  return mapping.map((field, at) => (at === column ? 'full_name' : field))
}

/**
 * Columns that have a claim to one field, which only one may have, and that say different things: only the person knows
 * which is meant. The numbers of other programs are not asked about, nor when a child arrived: their names say it.
 */
export function rivalColumns(
  { headers, rows }: { headers: readonly string[]; rows: readonly (readonly string[])[] },
  imported: Imported,
): { field: ColumnField; columns: number[] }[] {
  const keys = headers.map(keyOf)
  const asked = FIELDS_OF[imported].filter(
    (field) => field !== 'id' && field !== 'source_id' && field !== 'full_name' && !JOINED.includes(field),
  )
  return asked.flatMap((field) => {
    const columns = keys.flatMap((key, column) =>
      KNOWN[field].includes(key) && !ARRIVALS.includes(key) ? [column] : [],
    )
    const differ = rows.some((row) => {
      const texts = columns.map((column) => row[column] ?? '').filter((text) => text.trim() !== '')
      return new Set(texts.map(keyOf)).size > 1
    })
    return differ ? [{ field, columns }] : []
  })
}

/** Gives a column a field, and takes the field from another column if only one may have it. */
export function mapColumn(mapping: ColumnMapping, column: number, field: ColumnField | null): ColumnMapping {
  return mapping.map((former, place) => {
    if (place === column) {
      return field
    }
    return former === field && field !== null && !JOINED.includes(field) ? null : former
  })
}

/** Whether no column says present or absent; then each row is a visit. */
export function isOfVisits(mapping: ColumnMapping): boolean {
  return !mapping.includes('state') && !mapping.includes('mark')
}

/** Whether the columns say who a row is about and, for attendance, on which day. */
export function isUsable(mapping: ColumnMapping, imported: Imported = 'attendees'): boolean {
  const has = (field: ColumnField) => mapping.includes(field)
  const named = has('id') || has('full_name') || (has('first_name') && has('last_name'))
  if (imported === 'attendees') {
    return named
  }
  return (named || has('source_id')) && (has('mark') || has('day'))
}
