import type { Kysely, Selectable } from 'kysely'
import type { Entry, Party } from '../../audit/journal.ts'
import type { Tables } from '../../database/tables.ts'
import { IdentityError } from '../identity-errors.ts'
import type { IdentityParts } from '../identity-parts.ts'
import { uuidOf } from '../people/people.ts'
import type { Sealer } from '../secrets/sealer.ts'
import type { Verifier } from '../srp/srp-exchange.ts'

export type Device = Selectable<Tables['identity_device']>

export const unknownDevice = () => new IdentityError('ResourceNotFoundException', 'Device does not exist.')

/** How long a device stays known after the last sign-in on it. */
const LIFETIME = 90 * 24 * 60 * 60_000

/** A device, if it is this person's and was signed in on of late. */
export async function findDevice(
  { database, clock }: Pick<IdentityParts, 'database' | 'clock'>,
  sub: string,
  deviceKey: string,
): Promise<Device | undefined> {
  return database.sql
    .selectFrom('identity_device')
    .selectAll()
    .where('device_key', '=', deviceKey)
    .where('sub', '=', sub)
    .where('last_sign_in', '>', clock.now() - LIFETIME)
    .executeTakeFirst()
}

/** Drops the devices that nobody has signed in on for long. */
export async function sweepDevices({ database, clock }: IdentityParts): Promise<void> {
  await database.sql
    .deleteFrom('identity_device')
    .where('last_sign_in', '<=', clock.now() - LIFETIME)
    .execute()
}

/** The device that a sign-in names, if devices are tracked; refuses one that is not known, or is somebody else's. */
export async function checkDevice(
  parts: IdentityParts,
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

/** The device that a family is signed in on, if it is one. */
export async function deviceKeyOf(
  { database }: IdentityParts,
  originJti: string,
): Promise<string | undefined> {
  const family = await database.sql
    .selectFrom('identity_family')
    .select('device_key')
    .where('origin_jti', '=', originJti)
    .executeTakeFirst()
  return family?.device_key ?? undefined
}

/** The names of the device that a family is signed in on; they follow from the family and are good for it only. */
export function deviceOfFamily({ sealer, ids }: IdentityParts, originJti: string) {
  const region = ids.userPoolId.split('_')[0] ?? ''
  return {
    DeviceKey: `${region}_${uuidOf(sealer.mac('device-key', originJti))}`,
    DeviceGroupKey: `-${sealer.mac('device-group-key', originJti).toString('hex').slice(0, 12)}`,
  }
}

/** What a client gets to make itself known as a device, unless it is one already or can't be. */
export function newDeviceFor(
  parts: IdentityParts,
  signIn: { tracksDevices?: boolean | undefined; deviceKey?: string | undefined },
  originJti: string,
) {
  return parts.rules.devices !== 'off' && signIn.tracksDevices && signIn.deviceKey === undefined
    ? deviceOfFamily(parts, originJti)
    : undefined
}

export async function noteSignIn(
  { clock }: IdentityParts,
  sql: Kysely<Tables>,
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
 * Forgets all devices of a person, or all but one, as a password that was reset demands, and a second factor that was
 * not there when they became known: each of them could stand for it. Their families are for the caller to end.
 */
export async function forgetDevices(
  sql: Kysely<Tables>,
  subject: Party & { sub: string },
  note: (entry: Omit<Entry, 'actor' | 'address'>, into: Kysely<Tables>) => Promise<void>,
  except?: string,
): Promise<void> {
  const { numDeletedRows } = await sql
    .deleteFrom('identity_device')
    .where('sub', '=', subject.sub)
    .where('device_key', '<>', except ?? '')
    .executeTakeFirst()
  if (numDeletedRows > 0n) {
    await note({ kind: 'device_forgotten', subject, detail: `all ${numDeletedRows}` }, sql)
  }
}

/** A device's secret is kept as a person's password is: as a verifier, sealed for its row. */
export function sealVerifier(sealer: Sealer, deviceKey: string, { salt, v }: Verifier): string {
  return sealer.seal('device-verifier', deviceKey, `${salt.toString(16)}.${v.toString(16)}`)
}

export function openVerifier(sealer: Sealer, device: Device): Verifier {
  const [salt = '', v = ''] = sealer
    .open('device-verifier', device.device_key, device.sealed_verifier)
    .split('.')
  return { salt: BigInt(`0x${salt}`), v: BigInt(`0x${v}`) }
}

/** So many devices of one person are known; then the one that was not used for longest makes room. */
const MOST_DEVICES = 50

/** False when the device is known already, which stays as it is. The family that it was made for is its own. */
export async function rememberDevice(
  sql: Kysely<Tables>,
  device: Device,
  originJti: string,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await sql
    .insertInto('identity_device')
    .values(device)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  await sql
    .updateTable('identity_family')
    .set({ device_key: device.device_key })
    .where('origin_jti', '=', originJti)
    .execute()
  const kept = await sql
    .selectFrom('identity_device')
    .select('device_key')
    .where('sub', '=', device.sub)
    .orderBy('last_sign_in', 'desc')
    .execute()
  for (const { device_key } of kept.slice(MOST_DEVICES)) {
    await sql.deleteFrom('identity_device').where('device_key', '=', device_key).execute()
  }
  return numInsertedOrUpdatedRows === 1n
}

/** Some devices of a person in the order of their keys, those after `after`. */
export async function listDevices(sql: Kysely<Tables>, sub: string, limit: number, after = '') {
  return sql
    .selectFrom('identity_device')
    .selectAll()
    .where('sub', '=', sub)
    .where('device_key', '>', after)
    .orderBy('device_key')
    .limit(limit)
    .execute()
}

/** Forgets one device and ends the families on it, except the one that asks, which is then on no device. */
export async function forgetDevice(sql: Kysely<Tables>, device: Device, asking: string): Promise<void> {
  await sql
    .updateTable('identity_family')
    .set({ device_key: null })
    .where('origin_jti', '=', asking)
    .where('device_key', '=', device.device_key)
    .execute()
  await sql.deleteFrom('identity_family').where('device_key', '=', device.device_key).execute()
  await sql.deleteFrom('identity_device').where('device_key', '=', device.device_key).execute()
}
