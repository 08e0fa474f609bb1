import { sql } from 'kysely'
import type { MigrationStep } from '../database.ts'

/** The card that a family has, of whose number only a hash is kept; and the children with needs, to list them quickly. */
export const cardsAndNeeds: MigrationStep = async (db, dialect) => {
  const key = dialect === 'sqlite' ? 'text' : 'text collate "C"'
  for (const statement of [
    `alter table family add column card_hash ${key} not null default ''`,
    "create unique index family_by_card on family (card_hash) where card_hash <> ''",
    `create index attendee_with_needs on attendee (last_key, first_key, birthdate, id)
      where allergies || needs <> ''`,
  ]) {
    await sql.raw(statement).execute(db)
  }
}
