import { randomInt, randomUUID } from 'node:crypto'
import { CognitoError } from '../../errors.ts'
import type { Database } from '../requests/host.ts'

export type PoolIds = { userPoolId: string; userPoolClientId: string; identityPoolId: string }

const LOWER = 'abcdefghijklmnopqrstuvwxyz0123456789'
const MIXED = `${LOWER}ABCDEFGHIJKLMNOPQRSTUVWXYZ`

/** The ids of the pools and the client, made once and then kept: passwords and the issuer depend on them. */
export async function loadPoolIds(database: Database, region: string): Promise<PoolIds> {
  return {
    userPoolId: await loadOrMakeSetting(database, 'user_pool_id', () => `${region}_${randomText(MIXED, 9)}`),
    userPoolClientId: await loadOrMakeSetting(database, 'user_pool_client_id', () => randomText(LOWER, 26)),
    identityPoolId: await loadOrMakeSetting(database, 'identity_pool_id', () => `${region}:${randomUUID()}`),
  }
}

/** Refuses a client id that is not this pool's. */
export function checkClient({ ids }: { ids: PoolIds }, clientId: string): void {
  if (clientId !== ids.userPoolClientId) {
    throw new CognitoError('ResourceNotFoundException', `User pool client ${clientId} does not exist.`)
  }
}

/** Reads a setting, or stores the one that is made now; if several processes start together, the first wins. */
export async function loadOrMakeSetting(
  { sql }: Database,
  name: string,
  make: () => string,
): Promise<string> {
  const find = () =>
    sql.selectFrom('identity_setting').select('value').where('name', '=', name).executeTakeFirst()
  const kept = await find()
  if (kept) {
    return kept.value
  }
  await sql
    .insertInto('identity_setting')
    .values({ name, value: make() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await find())?.value ?? ''
}

function randomText(letters: string, length: number): string {
  return Array.from({ length }, () => letters.charAt(randomInt(letters.length))).join('')
}
