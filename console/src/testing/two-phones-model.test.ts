import fc from 'fast-check'
import { afterAll, beforeAll, test, vi } from 'vitest'
import { addTeacher } from '../../../server/src/testing/build-class.ts'
import { eachDatabase } from '../../../server/src/testing/each-database.ts'
import { ADA, startTestServer, type TestServer } from '../../../server/src/testing/start-test-server.ts'
import { createDeviceTime, type DeviceTime, installPages } from './device-pages.ts'
import { shareAmplify } from './device-tokens.ts'
import { KNOWN_MORNINGS, mornings } from './phones-moves.ts'
import type { Staff } from './roll-device.tsx'
import { signedInForLong } from './roll-office.ts'
import { spendMorning } from './two-phones.ts'

// Two phones with the console's own roll, and the server itself. Lines are cut before a change arrives and after it was
// made, changes arrive twice and late, pages are killed and the next build starts, sign-ins end, somebody else signs in,
// clocks are a day wrong, and the office cancels, moves, merges, deletes, restores and erases. Whatever a screen has
// shown as kept is done once, or overtaken by who saw it, or a claim.

eachDatabase((database) => {
  let server: TestServer
  let time: DeviceTime
  let staff: Staff[]
  let stop: (() => void)[] = []

  beforeAll(async () => {
    server = signedInForLong(await startTestServer({ database }))
    time = createDeviceTime(server.clock)
    staff = []
    for (let at = 0; at < 2; at += 1) {
      const { sub, name } = await addTeacher(server)
      staff.push({ sub, email: name, password: ADA.password })
    }
    stop = [installPages(time), shareAmplify()]
  })
  afterAll(async () => {
    stop.reverse().forEach((undo) => void undo())
    vi.resetModules()
    await server.destroy()
  })

  test('whatever two phones have kept is done once, or overtaken by who saw it, or a claim', async () => {
    const spend = (moves: Parameters<typeof spendMorning>[1]) => spendMorning({ server, time, staff }, moves)
    await fc.assert(fc.asyncProperty(mornings, spend), { numRuns: 25, examples: KNOWN_MORNINGS })
  }, 3_600_000)
})
