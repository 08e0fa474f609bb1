import { randomInt } from 'node:crypto'
import { CARD_DIGITS } from '@vestry/contract/sunday-school/family-card.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { hashSecret } from '../stations/station-secrets.ts'

/**
 * Gives a family a card and returns its number, which is never told again. The card that it had counts no more; that
 * the family's version grows keeps an undone change from bringing that one back.
 */
export async function giveCard(db: Kysely<Tables>, family_id: number): Promise<string> {
  const card = Array.from({ length: CARD_DIGITS }, () => randomInt(10)).join('')
  await db
    .updateTable('family')
    .set(({ eb }) => ({ card_hash: hashSecret(card), version: eb('version', '+', 1) }))
    .where('id', '=', family_id)
    .execute()
  return card
}

/** The family that has this card. */
export async function findFamilyOfCard(db: Kysely<Tables>, card: string): Promise<number | undefined> {
  const family = await db
    .selectFrom('family')
    .select('id')
    .where('card_hash', '=', hashSecret(card))
    .executeTakeFirst()
  return family?.id
}

/** The card counts no more: whoever has left the family may have it. */
export async function endCard(db: Kysely<Tables>, family_id: number): Promise<void> {
  await db.updateTable('family').set({ card_hash: '' }).where('id', '=', family_id).execute()
}
