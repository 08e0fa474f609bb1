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

/** A device, if it is this person's. */
export async function findDevice(
  sql: Kysely<Tables>,
  sub: string,
  deviceKey: string,
): Promise<Device | undefined> {
  return sql
    .selectFrom('identity_device')
    .selectAll()
    .where('device_key', '=', deviceKey)
    .where('sub', '=', sub)
    .executeTakeFirst()
}

/** The device that a sign-in names, if devices are tracked; refuses one that is not known, or is somebody else's. */
export async function checkDevice(
  { rules, database }: IdentityParts,
  { sub, deviceKey }: { sub: string; deviceKey?: string | undefined },
): Promise<string | undefined> {
  if (rules.devices === 'off' || deviceKey === undefined) {
    return undefined
  }
  if (!(await findDevice(database.sql, sub, deviceKey))) {
    throw unknownDevice()
  }
  return deviceKey
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
 * Forgets all devices of a person, as a password that was reset demands: each of them could stand for a second
 * factor. Their families are for the caller to end.
 */
export async function forgetDevices(
  sql: Kysely<Tables>,
  subject: Party & { sub: string },
  note: (entry: Omit<Entry, 'actor' | 'address'>, into: Kysely<Tables>) => Promise<void>,
): Promise<void> {
  const { numDeletedRows } = await sql
    .deleteFrom('identity_device')
    .where('sub', '=', subject.sub)
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
