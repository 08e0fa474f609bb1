import { z } from 'zod'
import { type ActionTable, action } from '../action.ts'
import { AccessToken, authenticate, authenticateRecent, requireRecent } from '../authenticate.ts'
import { auditActor } from '../core/audit-events.ts'
import {
  type Device,
  deviceOfSession,
  encryptVerifier,
  findDevice,
  forgetDevice,
  listDevices,
  rememberDevice,
  unknownDevice,
} from '../core/factors/known-devices.ts'
import { N, numberOf } from '../core/passwords/srp-group.ts'
import { CognitoError, invalidParameter } from '../errors.ts'
import type { CognitoParts } from '../parts.ts'

const DeviceKey = z.string().min(1).max(55)

/** What users do about the devices on which they sign in. */
export function deviceActions(parts: CognitoParts): ActionTable {
  const { database, clock, rules, encryptor, auditLog } = parts

  return {
    /**
     * Makes known the device that a session was told to be; clients do so as soon as they have signed in. A repeat
     * changes nothing.
     */
    ConfirmDevice: action(
      z.object({
        AccessToken,
        DeviceKey,
        DeviceName: z.string().min(1).max(1024).optional(),
        DeviceSecretVerifierConfig: z.object({
          PasswordVerifier: z.string().max(1024),
          Salt: z.string().max(128),
        }),
      }),
      async (input, context) => {
        const { user, originJti } = await authenticateRecent(parts, input.AccessToken)
        checkTracking(rules.devices !== 'off')
        const offered = deviceOfSession(parts, originJti)
        if (input.DeviceKey !== offered.DeviceKey) {
          throw invalidParameter('Invalid device key given.')
        }
        const verifier = readVerifier(input.DeviceSecretVerifierConfig)
        const now = clock.now()
        const remembered = rules.devices === 'always'
        const device: Device = {
          device_key: offered.DeviceKey,
          sub: user.sub,
          group_key: offered.DeviceGroupKey,
          name: input.DeviceName ?? '',
          encrypted_verifier: encryptVerifier(encryptor, offered.DeviceKey, verifier),
          remembered: Number(remembered),
          address: context.address,
          created: now,
          updated: now,
          last_sign_in: now,
        }
        await database.sql.transaction().execute(async (transaction) => {
          const isNew = await rememberDevice(transaction, device, originJti)
          if (isNew && remembered) {
            const self = auditActor(user)
            const entry = {
              actor: self,
              subject: self,
              address: context.address,
              parts: { name: device.name },
            }
            await auditLog.record({ kind: 'device_remembered', ...entry }, transaction)
          }
        })
        return { UserConfirmationNecessary: rules.devices === 'opt-in' }
      },
    ),

    GetDevice: action(z.object({ AccessToken, DeviceKey }), async (input) => {
      const { user } = await authenticate(parts, input.AccessToken)
      const device = await findDevice(parts, user.sub, input.DeviceKey)
      if (!device) {
        throw unknownDevice()
      }
      return { Device: wireDeviceOf(device) }
    }),

    ListDevices: action(
      z.object({
        AccessToken,
        Limit: z.int().min(0).max(60).default(60),
        PaginationToken: z.string().min(1).max(200).optional(),
      }),
      async (input) => {
        const { user } = await authenticate(parts, input.AccessToken)
        const limit = input.Limit || 60
        const found = await listDevices(database.sql, user.sub, limit + 1, input.PaginationToken)
        const Devices = found.slice(0, limit).map(wireDeviceOf)
        const last = Devices.at(-1)
        return { Devices, ...(found.length > limit && last && { PaginationToken: last.DeviceKey }) }
      },
    ),

    /** A remembered device replaces a second factor; any other is merely known. */
    UpdateDeviceStatus: action(
      z.object({
        AccessToken,
        DeviceKey,
        DeviceRememberedStatus: z.enum(['remembered', 'not_remembered']),
      }),
      async (input, context) => {
        const { user, authTime } = await authenticate(parts, input.AccessToken)
        checkTracking(rules.devices !== 'off')
        const device = await findDevice(parts, user.sub, input.DeviceKey)
        if (!device) {
          throw unknownDevice()
        }
        const remembered = input.DeviceRememberedStatus === 'remembered'
        if (remembered) {
          requireRecent(parts, authTime)
        }
        await database.sql.transaction().execute(async (transaction) => {
          const { numUpdatedRows } = await transaction
            .updateTable('identity_device')
            .set({ remembered: Number(remembered), updated: clock.now() })
            .where('device_key', '=', device.device_key)
            .where('remembered', '<>', Number(remembered))
            .executeTakeFirst()
          if (numUpdatedRows === 1n) {
            const self = auditActor(user)
            const kind = remembered ? 'device_remembered' : 'device_forgotten'
            const entry = {
              actor: self,
              subject: self,
              address: context.address,
              parts: { name: device.name },
            }
            await auditLog.record({ kind, ...entry }, transaction)
          }
        })
        return {}
      },
    ),

    /** All sessions on that device are signed out; only the one that asks goes on, without a device. */
    ForgetDevice: action(z.object({ AccessToken, DeviceKey }), async (input, context) => {
      const { user, originJti } = await authenticate(parts, input.AccessToken)
      const device = await findDevice(parts, user.sub, input.DeviceKey)
      if (!device) {
        throw unknownDevice()
      }
      await database.sql.transaction().execute(async (transaction) => {
        await forgetDevice(transaction, device, originJti)
        const self = auditActor(user)
        const entry = { actor: self, subject: self, address: context.address, parts: { name: device.name } }
        await auditLog.record({ kind: 'device_forgotten', ...entry }, transaction)
      })
      return {}
    }),
  }
}

function checkTracking(isOn: boolean): void {
  if (!isOn) {
    throw new CognitoError('InvalidUserPoolConfigurationException', 'Device tracking is not enabled.')
  }
}

function readVerifier(given: { PasswordVerifier: string; Salt: string }) {
  const salt = numberOf(Buffer.from(given.Salt, 'base64'))
  const v = numberOf(Buffer.from(given.PasswordVerifier, 'base64'))
  // With any of these everybody could prove to be the device.
  if (salt === 0n || v <= 1n || v >= N - 1n) {
    throw invalidParameter('The verifier of the device is not valid.')
  }
  return { salt, v }
}

export function wireDeviceOf(device: Device) {
  return {
    DeviceKey: device.device_key,
    DeviceAttributes: [
      { Name: 'device_status', Value: 'valid' },
      { Name: 'device_name', Value: device.name },
      {
        Name: 'dev:device_remembered_status',
        Value: device.remembered === 1 ? 'remembered' : 'not_remembered',
      },
      { Name: 'last_ip_used', Value: device.address },
    ],
    DeviceCreateDate: device.created / 1000,
    DeviceLastModifiedDate: device.updated / 1000,
    DeviceLastAuthenticatedDate: device.last_sign_in / 1000,
  }
}
