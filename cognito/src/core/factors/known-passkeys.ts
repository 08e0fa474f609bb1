import { generateKeyPairSync } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import type { AuditActor, RecordEvent } from '../audit-events.ts'
import type { Encryptor } from '../keys/encryptor.ts'
import type { CognitoTables } from '../users/cognito-tables.ts'

export type Passkey = Selectable<CognitoTables['identity_passkey']>

export const MAX_PASSKEYS = 20

/** How long a browser may take with the user, in milliseconds: a little less than a challenge's life. */
export const CEREMONY = 170_000

/** For whom passkeys are: the host that users use, without its port, and only pages from there. */
export type RelyingParty = { id: string; origin: string }

export function relyingPartyOf({ publicUrl }: { publicUrl: string }): RelyingParty {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin }
}

/** What the authenticator signs: the random handle of the challenge, which is good for one answer. */
export function ceremonyOf(handle: string): string {
  return Buffer.from(handle, 'base64').toString('base64url')
}

export function handleOfCeremony(ceremony: string): string {
  return Buffer.from(ceremony, 'base64url').toString('base64')
}

/** The passkeys of a user, the oldest first. */
export async function listPasskeys(sql: Kysely<CognitoTables>, sub: string): Promise<Passkey[]> {
  return sql
    .selectFrom('identity_passkey')
    .selectAll()
    .where('sub', '=', sub)
    .orderBy('created')
    .orderBy('credential_id')
    .execute()
}

/** Forgets all passkeys of a user, as every reset does: one that an attacker has made would sign in by itself. False when there were none. */
export async function forgetPasskeys(
  sql: Kysely<CognitoTables>,
  subject: AuditActor & { sub: string },
  record: RecordEvent,
): Promise<boolean> {
  const { numDeletedRows } = await sql
    .deleteFrom('identity_passkey')
    .where('sub', '=', subject.sub)
    .executeTakeFirst()
  if (numDeletedRows > 0n) {
    await record({ kind: 'passkey_removed', subject, parts: { count: Number(numDeletedRows) } }, sql)
  }
  return numDeletedRows > 0n
}

export const transportsOf = (passkey: Passkey) => JSON.parse(passkey.transports) as string[]

/** The PublicKeyCredentialDescriptor of a passkey. */
export function describe(passkey: Passkey) {
  return { id: passkey.credential_id, type: 'public-key' as const, transports: transportsOf(passkey) }
}

type DecoyKind = { bytes: number; transports: string[] }

/** The form that most users' authenticators make. */
const DECOY_KINDS: [DecoyKind, ...DecoyKind[]] = [
  { bytes: 16, transports: ['hybrid', 'internal'] },
  { bytes: 20, transports: ['internal', 'hybrid'] },
  { bytes: 32, transports: ['internal'] },
  { bytes: 32, transports: ['internal', 'hybrid'] },
]

/** Made-up passkeys for somebody who has none: always the same for the same user or name. */
export function decoyPasskeys(encryptor: Encryptor, sub: string) {
  const [first = 0, second = 0, chance = 0] = encryptor.mac('seeming-passkeys', sub)
  return (chance % 4 === 0 ? [first, second] : [first]).map((byte, index) => {
    const { bytes, transports } = DECOY_KINDS[byte % DECOY_KINDS.length] ?? DECOY_KINDS[0]
    const id = encryptor.deriveKey('seeming-passkey', bytes, sub, String(index)).toString('base64url')
    return { id, type: 'public-key' as const, transports }
  })
}

/** A public key whose private key nobody has, so that an unknown credential costs the same. */
export const DECOY_PUBLIC_KEY: Uint8Array<ArrayBuffer> = coseKey()

function coseKey() {
  const { x = '', y = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({
    format: 'jwk',
  })
  // RFC 9053, section 2.1 and 7.1.1: an EC2 key for ES256 on P-256.
  return new Uint8Array(
    Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]),
  )
}
