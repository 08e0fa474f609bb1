import type { Kysely, Selectable } from 'kysely'
import { CognitoError } from '../../errors.ts'
import type { AuditActor, RecordEvent } from '../audit-events.ts'
import type { Encryptor } from '../keys/encryptor.ts'
import type { Verifier } from '../passwords/srp-exchange.ts'
import type { Clock, Database, SignInRules } from '../requests/host.ts'
import type { CognitoTables } from '../users/cognito-tables.ts'
import type { PoolIds } from '../users/pool-ids.ts'
import { uuidOf } from '../users/users-sql.ts'

export type Device = Selectable<CognitoTables['identity_device']>

type Kept = { database: Database; clock: Clock }
type Named = { encryptor: Encryptor; ids: PoolIds }

export const unknownDevice = () => new CognitoError('ResourceNotFoundException', 'Device does not exist.')

/** How long a device stays known after the last sign-in on it. */
const DEVICE_LIFETIME = 90 * 24 * 60 * 60_000

/** A device, if it is this user's and somebody signed in on it lately. */
export async function findDevice(
  { database, clock }: Kept,
  sub: string,
  deviceKey: string,
): Promise<Device | undefined> {
  return database.sql
    .selectFrom('identity_device')
    .selectAll()
    .where('device_key', '=', deviceKey)
    .where('sub', '=', sub)
    .where('last_sign_in', '>', clock.now() - DEVICE_LIFETIME)
    .executeTakeFirst()
}

/** Drops the devices on which nobody has signed in for long. */
export async function sweepDevices({ database, clock }: Kept): Promise<void> {
  await database.sql
    .deleteFrom('identity_device')
    .where('last_sign_in', '<=', clock.now() - DEVICE_LIFETIME)
    .execute()
}

/** The device named by a sign-in, if devices are tracked; refuses one that is not known, or is somebody else's. */
export async function checkDevice(
  parts: Kept & { rules: SignInRules },
  { sub, deviceKey }: { sub: string; deviceKey?: string | undefined },
): Promise<string | undefined> {
  if (parts.rules.devices === 'off' || deviceKey === undefined) {
    return undefined
  }
  if (!(await findDevice(parts, sub, deviceKey))) {
    throw unknownDevice()
  }
  return deviceKey
}

/** The device on which a session is signed in, if there is one. */
export async function deviceKeyOf(
  { database }: { database: Database },
  originJti: string,
): Promise<string | undefined> {
  const session = await database.sql
    .selectFrom('identity_session')
    .select('device_key')
    .where('origin_jti', '=', originJti)
    .executeTakeFirst()
  return session?.device_key ?? undefined
}

/** The names of the device on which a session is signed in; they follow from the session and are good only for it. */
export function deviceOfSession({ encryptor, ids }: Named, originJti: string) {
  const region = ids.userPoolId.split('_')[0] ?? ''
  return {
    DeviceKey: `${region}_${uuidOf(encryptor.mac('device-key', originJti))}`,
    DeviceGroupKey: `-${encryptor.mac('device-group-key', originJti).toString('hex').slice(0, 12)}`,
  }
}

/** What a client gets in order to make itself known as a device, unless it is one already or can't be one. */
export function newDeviceFor(
  parts: Named & { rules: SignInRules },
  signIn: { tracksDevices?: boolean | undefined; deviceKey?: string | undefined },
  originJti: string,
) {
  return parts.rules.devices !== 'off' && signIn.tracksDevices && signIn.deviceKey === undefined
    ? deviceOfSession(parts, originJti)
    : undefined
}

export async function recordSignIn(
  { clock }: { clock: Clock },
  sql: Kysely<CognitoTables>,
  deviceKey: string | undefined,
  address: string,
): Promise<void> {
  if (deviceKey !== undefined) {
    await sql
      .updateTable('identity_device')
      .set({ last_sign_in: clock.now(), address })
      .where('device_key', '=', deviceKey)
      .execute()
  }
}

/**
 * Forgets all devices of a user, or all but one. This is due after a reset of the password, and after a second factor
 * that was not there when they became known, since each of them could stand for it. The caller has to end their
 * sessions.
 */
export async function forgetDevices(
  sql: Kysely<CognitoTables>,
  subject: AuditActor & { sub: string },
  record: RecordEvent,
  except?: string,
): Promise<void> {
  const { numDeletedRows } = await sql
    .deleteFrom('identity_device')
    .where('sub', '=', subject.sub)
    .where('device_key', '<>', except ?? '')
    .executeTakeFirst()
  if (numDeletedRows > 0n) {
    await record({ kind: 'device_forgotten', subject, parts: { count: Number(numDeletedRows) } }, sql)
  }
}

/** A device's secret is kept like a user's password: as a verifier, encrypted for its row. */
export function encryptVerifier(encryptor: Encryptor, deviceKey: string, { salt, v }: Verifier): string {
  return encryptor.encrypt('device-verifier', deviceKey, `${salt.toString(16)}.${v.toString(16)}`)
}

export function decryptVerifier(encryptor: Encryptor, device: Device): Verifier {
  const [salt = '', v = ''] = encryptor
    .decrypt('device-verifier', device.device_key, device.encrypted_verifier)
    .split('.')
  return { salt: BigInt(`0x${salt}`), v: BigInt(`0x${v}`) }
}

/** How many devices of one user are known; then the one unused for longest makes room. */
const MAX_DEVICES = 50

/** False when the device is known already, which stays as it is. The session that it was made for is its own. */
export async function rememberDevice(
  sql: Kysely<CognitoTables>,
  device: Device,
  originJti: string,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await sql
    .insertInto('identity_device')
    .values(device)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  await sql
    .updateTable('identity_session')
    .set({ device_key: device.device_key })
    .where('origin_jti', '=', originJti)
    .execute()
  const kept = await sql
    .selectFrom('identity_device')
    .select('device_key')
    .where('sub', '=', device.sub)
    .orderBy('last_sign_in', 'desc')
    .execute()
  for (const { device_key } of kept.slice(MAX_DEVICES)) {
    await sql.deleteFrom('identity_device').where('device_key', '=', device_key).execute()
  }
  return numInsertedOrUpdatedRows === 1n
}

/** Some devices of a user in the order of their keys, those after `after`. */
export async function listDevices(sql: Kysely<CognitoTables>, sub: string, limit: number, after = '') {
  return sql
    .selectFrom('identity_device')
    .selectAll()
    .where('sub', '=', sub)
    .where('device_key', '>', after)
    .orderBy('device_key')
    .limit(limit)
    .execute()
}

/** Forgets one device and ends the sessions on it, except the one that asks for this, which is then on no device. */
export async function forgetDevice(
  sql: Kysely<CognitoTables>,
  device: Device,
  asking: string,
): Promise<void> {
  await sql
    .updateTable('identity_session')
    .set({ device_key: null })
    .where('origin_jti', '=', asking)
    .where('device_key', '=', device.device_key)
    .execute()
  await sql.deleteFrom('identity_session').where('device_key', '=', device.device_key).execute()
  await sql.deleteFrom('identity_device').where('device_key', '=', device.device_key).execute()
}
