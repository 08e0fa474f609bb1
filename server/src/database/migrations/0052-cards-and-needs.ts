import { sql } from 'kysely'
import type { MigrationStep } from '../database.ts'

/** The card that a family has, of whose number only a hash is kept; and the children with needs, to list them quickly. */
export const cardsAndNeeds: MigrationStep = async (db, dialect) => {
  const lite = dialect === 'sqlite'
  const key = lite ? 'text' : 'text collate "C"'
  // SQLite would read an index with “or” for those with allergies too, more slowly; PostgreSQL knows only by “or” how few they are.
  const needing = lite ? "allergies || needs <> ''" : "allergies <> '' or needs <> ''"
  for (const statement of [
    `alter table family add column card_hash ${key} not null default ''`,
    "create unique index family_by_card on family (card_hash) where card_hash <> ''",
    `create index attendee_with_needs on attendee (last_key, first_key, birthdate, id)
      where ${needing}`,
  ]) {
    await sql.raw(statement).execute(db)
  }
}
