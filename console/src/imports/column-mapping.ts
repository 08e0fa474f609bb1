/** What a column of a file may hold. */
export const COLUMN_FIELDS = [
  'id',
  'first_name',
  'last_name',
  'birthdate',
  'parent_contact',
  'allergies',
  'needs',
  'notes',
  'is_member',
] as const
export type ColumnField = (typeof COLUMN_FIELDS)[number]
/** The field of each column, or null for one that is left out. */
export type ColumnMapping = readonly (ColumnField | null)[]

/** Of these a record takes several columns, one after the other. */
const JOINED: readonly ColumnField[] = ['parent_contact', 'allergies', 'needs', 'notes']

/** The headers of Planning Center, Breeze, ChurchCRM and our own files, and those that people choose, as `keyOf` has them. */
const KNOWN: Record<ColumnField, readonly string[]> = {
  id: ['vestryid'],
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
}

function keyOf(header: string): string {
  return header
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** What the headers of a file say their columns hold; of two that claim a field for one column the first has it. */
export function guessMapping(headers: readonly string[]): ColumnMapping {
  const taken = new Set<ColumnField>()
  return headers.map((header) => {
    const key = keyOf(header)
    const field = COLUMN_FIELDS.find((one) => KNOWN[one].includes(key))
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

/** Whether the columns say who a row is about. */
export function isUsable(mapping: ColumnMapping): boolean {
  return mapping.includes('id') || (mapping.includes('first_name') && mapping.includes('last_name'))
}
