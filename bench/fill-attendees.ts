import { personKeys } from '@vestry/contract/text/person-keys.ts'
import type { Database } from '@vestry/server/database/open-database.ts'
import { inChunks, seededPick, two } from './made-up.ts'

const FIRST_NAMES =
  'Noah Emma Liam Olivia Mateo Sofía Lucas Valentina Elías Martina Gabriel Camila Daniel Isabella Samuel Lucía José María Ángel Zoë Łukasz Anaïs Björn Chloé'.split(
    ' ',
  )
const LAST_NAMES =
  'Álvarez Brown Castillo Díaz Evans Fernández Gómez Hughes Ibáñez Jones Keller Lopez Müller Núñez OʼBrien Pérez Quinn Rossi Sánchez Taylor Ureña Vega Wagner Ximénez Young Zapata'.split(
    ' ',
  )

/** In a third of the last names. */
export const MANY = 'García'
/** In ten last names, however many there are. */
export const FEW = 'Quixote'
export const NONE = 'Xylophone'
/** A parent's telephone number, as somebody would type it. */
export const PHONE = '+34 600 000-042'

/** Fills an empty database with this many children, each with a parent's e-mail address and number. */
export async function fillAttendees({ sql }: Database, attendees: number): Promise<void> {
  const pick = seededPick()
  const rowOf = (index: number) => {
    const few = index % Math.floor(attendees / 10) === 3
    const last = LAST_NAMES[pick(LAST_NAMES.length)]
    const child = {
      first_name: `${FIRST_NAMES[pick(FIRST_NAMES.length)]} ${FIRST_NAMES[pick(FIRST_NAMES.length)]}`,
      last_name: `${few ? FEW : pick(3) === 0 ? MANY : 'Moreno'} ${last}`,
      parent_contact: `parent${index}@example.org, +34 600 ${String(index).padStart(6, '0')}`,
    }
    return {
      ...child,
      ...personKeys(child),
      birthdate: pick(10) === 0 ? '' : `${2012 + pick(12)}-${two(1 + pick(12))}-${two(1 + pick(28))}`,
      notes: pick(8) === 0 ? 'Allergic to nuts, picked up by a grandmother' : '',
      allergies: index % 9 === 0 ? 'Nuts' : '',
      is_member: pick(2),
      version: 1,
    }
  }
  await sql.transaction().execute(async (transaction) => {
    await inChunks(attendees, rowOf, (rows) => transaction.insertInto('attendee').values(rows).execute())
  })
}
