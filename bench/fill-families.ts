import { personKey } from '@vestry/contract/text/person-keys.ts'
import type { Database } from '@vestry/server/database/open-database.ts'
import { inChunks } from './made-up.ts'

/** Makes a family, with one adult, of each two children that are there. */
export async function fillFamilies({ sql }: Database): Promise<void> {
  const children = await sql
    .selectFrom('attendee')
    .select(['id', 'first_name', 'last_name', 'parent_contact'])
    .orderBy('id')
    .execute()
  const firsts = children.filter((_child, at) => at % 2 === 0)
  const rowOf = (at: number) => {
    const { id = 0, first_name = '', last_name = '', parent_contact = '' } = firsts[at] ?? {}
    const [email = '', phone = ''] = parent_contact.split(', ')
    return { id, first_name, last_name, email, phone }
  }
  await sql.transaction().execute(async (transaction) => {
    const insert = <Row extends object>(
      table: 'family' | 'adult' | 'family_child',
      of: (at: number) => Row,
    ) =>
      inChunks(firsts.length, of, (rows) =>
        transaction
          .insertInto(table as 'family')
          .values(rows as never)
          .execute(),
      )
    await insert('family', (at) => {
      const { id, first_name, last_name, email, phone } = rowOf(at)
      const words = [first_name, last_name, email].map((word) => personKey(word))
      const search_key = [personKey(last_name), ...words, phone.replace(/\D+/g, '')].join(' ')
      return { id, request_id: null, name: last_name, name_key: personKey(last_name), search_key, version: 1 }
    })
    await insert('adult', (at) => {
      const { id, ...adult } = rowOf(at)
      return { ...adult, family_id: id, position: 0, language: '', collects: 'yes' }
    })
    await insert('family_child', (at) => ({ family_id: rowOf(at).id, attendee_id: rowOf(at).id }))
  })
}
