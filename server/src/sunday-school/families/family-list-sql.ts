import type { Family } from '@vestry/contract/calls/families.ts'
import { searchWords } from '@vestry/contract/text/person-keys.ts'
import { createListQuery, type ListPage } from '../../database/list-query.ts'
import type { Database } from '../../database/open-database.ts'
import { familiesById } from './families-sql.ts'

type Question = { search?: string | undefined; limit: number; offset: number }

/** Lists families by name, one page at a time; a search looks at their adults too. */
export function createFamilyList(database: Database): (question: Question) => Promise<ListPage<Family>> {
  const find = createListQuery<Record<never, never>, 'name', Family>(database, {
    table: 'family',
    scope: 'families',
    orders: { name: ['name_key'] },
    read: (ids) => familiesById(database.sql, ids),
  })
  return ({ search, ...page }) =>
    find({ texts: searchWords(search), filter: {}, orderBy: 'name', direction: 'ASC', ...page })
}
