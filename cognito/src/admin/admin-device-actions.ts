import { z } from 'zod'
import type { ActionTable } from '../action.ts'
import { auditActor } from '../core/audit-events.ts'
import { findDevice, forgetDevice, listDevices, unknownDevice } from '../core/factors/known-devices.ts'
import type { CognitoParts } from '../parts.ts'
import { wireDeviceOf } from '../self-service/device-actions.ts'
import { operatorAction, requireUser, Username } from './operator-action.ts'

const MOST = 60
const DeviceKey = z.string().min(1).max(55)
const Page = {
  Username,
  Limit: z.int().min(0).max(MOST).optional(),
  PaginationToken: z.string().min(1).max(200).optional(),
}

/** The devices that users sign in on, as operators see and forget them. */
export function adminDeviceActions(parts: CognitoParts): ActionTable {
  const { sql } = parts.database

  async function requireDevice(given: { Username: string; DeviceKey: string }) {
    const user = await requireUser(parts, given.Username)
    const device = await findDevice(parts, user.sub, given.DeviceKey)
    if (!device) {
      throw unknownDevice()
    }
    return { user, device }
  }

  return {
    AdminListDevices: operatorAction(parts, Page, async (input) => {
      const { sub } = await requireUser(parts, input.Username)
      const limit = input.Limit || MOST
      const found = await listDevices(sql, sub, limit + 1, input.PaginationToken)
      const Devices = found.slice(0, limit).map(wireDeviceOf)
      const last = Devices.at(-1)
      return { Devices, ...(found.length > limit && last && { PaginationToken: last.DeviceKey }) }
    }),

    AdminGetDevice: operatorAction(parts, { Username, DeviceKey }, async (input) => {
      const { device } = await requireDevice(input)
      return { Device: wireDeviceOf(device) }
    }),

    /** What is signed in on that device is signed out. */
    AdminForgetDevice: operatorAction(parts, { Username, DeviceKey }, async (input, { record }) => {
      const { user, device } = await requireDevice(input)
      await sql.transaction().execute(async (transaction) => {
        await forgetDevice(transaction, device, '')
        await record(
          { kind: 'device_forgotten', subject: auditActor(user), parts: { name: device.name } },
          transaction,
        )
      })
      return {}
    }),
  }
}
