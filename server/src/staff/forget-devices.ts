import type { UserPool } from './user-pool.ts'

/** Forgets all devices of somebody: one that is remembered stands in for a second factor. */
export async function forgetDevices(pool: UserPool, Username: string): Promise<void> {
  let PaginationToken: string | undefined
  const keys: string[] = []
  do {
    const answer = await pool.ask((client, of) =>
      client.adminListDevices({
        ...of,
        Username,
        Limit: 60,
        ...(PaginationToken !== undefined && { PaginationToken }),
      }),
    )
    keys.push(...(answer.Devices ?? []).flatMap(({ DeviceKey }) => DeviceKey ?? []))
    PaginationToken = answer.PaginationToken
  } while (PaginationToken !== undefined)
  for (const DeviceKey of keys) {
    await pool.ask((client, of) => client.adminForgetDevice({ ...of, Username, DeviceKey }))
  }
}
