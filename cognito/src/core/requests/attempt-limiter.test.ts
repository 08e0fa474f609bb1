import fc from 'fast-check'
import { sql as query } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY, MINUTE, RUTH, startCognito, type TestCognito } from '../../testing/start-cognito.ts'
import { eachDatabase } from '../../testing/test-database.ts'
import { createEncryptor } from '../keys/encryptor.ts'
import { type AttemptLimiter, createAttemptLimiter } from './attempt-limiter.ts'
import { networkOf } from './source-network.ts'
import { createThrottle } from './throttle.ts'

eachDatabase((database) => {
  let server: TestCognito
  let attemptLimiter: AttemptLimiter
  let sub = ''

  beforeAll(async () => {
    server = await startCognito(database)
    if (database.name === 'SQLite') {
      // No machine crashes here, and waiting for the disk is most of the work.
      await query`pragma synchronous = off`.execute(server.database.sql)
    }
    const encryptor = createEncryptor(Buffer.alloc(32, 7))
    const throttle = createThrottle(server.database, server.clock, encryptor)
    attemptLimiter = createAttemptLimiter(server.database, server.clock, encryptor, throttle)
  })
  beforeEach(async () => {
    await server.reset()
    sub = (await server.users.list())[0]?.sub ?? ''
    await server.database.sql.deleteFrom('identity_throttle').execute()
  })
  afterAll(() => server.close())

  let addresses = 0
  const newAddress = () => {
    addresses += 1
    return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`
  }
  const HOME = { address: '192.0.2.10' }

  /** How many attempts are let through in that time for somebody who never waits longer than necessary. */
  async function guessFor(
    period: number,
    names: readonly string[],
    place: () => { address: string },
    step: number,
    most = Number.POSITIVE_INFINITY,
  ) {
    let all = 0
    for (let time = 0; time < period; time += step) {
      let inStep = 0
      for (const name of names) {
        while (inStep < most && (await attemptLimiter.countPassword(name, place()))) {
          all += 1
          inStep += 1
        }
      }
      server.wait(step)
    }
    return all
  }

  describe('what a guesser gets', () => {
    test('of one account from any number of addresses: 112 passwords in a day', async () => {
      const all = await guessFor(DAY, [sub], () => ({ address: newAddress() }), 5 * MINUTE)
      expect(all).toBeGreaterThan(90)
      expect(all).toBeLessThanOrEqual(112)
    })

    test('of any number of accounts from one address: 50 at once, and then four an hour', async () => {
      let all = 0
      for (let time = 0; time < DAY; time += 5 * MINUTE) {
        while (await attemptLimiter.countPassword(`name-${all}`, HOME)) {
          all += 1
        }
        server.wait(5 * MINUTE)
      }
      expect(all).toBeGreaterThan(100)
      expect(all).toBeLessThanOrEqual(50 + 10 + 4 * 24)
    })

    test.each([
      ['as often as they are let', Number.POSITIVE_INFINITY],
      ['rarely enough not to be slowed down', 24],
    ])(
      'of many accounts from many addresses, %s: 200 at once, 100 an hour, and 7 more for each in four hours',
      async (_how, most) => {
        const names = Array.from({ length: 60 }, (_, number) => `name-${number}`)
        const place = () => ({ address: newAddress() })
        const all = await guessFor(240 * MINUTE, names, place, 15 * MINUTE, most)
        expect(all).toBeGreaterThan(300)
        // Counted only by account, it would be 20 for each.
        expect(all).toBeLessThanOrEqual(200 + 4 * 100 + 7 * names.length)
        expect(all).toBeLessThan(20 * names.length)
      },
    )
  })

  describe('the owner', () => {
    test('is not kept waiting by others at a known location', async () => {
      await attemptLimiter.remember(sub, HOME)
      await guessFor(DAY, [sub], () => ({ address: newAddress() }), 60 * MINUTE)
      while (await attemptLimiter.countPassword(sub, { address: newAddress() })) {
        // Unknown locations guess until they must wait.
      }
      expect(await attemptLimiter.isPaused(sub, { address: newAddress() })).toBe(true)
      expect(await attemptLimiter.isPaused(sub, HOME)).toBe(false)
      expect(await attemptLimiter.countPassword(sub, HOME)).toBe(true)
      expect(
        await attemptLimiter.isPaused(sub, { address: newAddress(), deviceKey: 'us-east-1_device' }),
      ).toBe(true)
      await attemptLimiter.remember(sub, { ...HOME, deviceKey: 'us-east-1_device' })
      expect(
        await attemptLimiter.isPaused(sub, { address: newAddress(), deviceKey: 'us-east-1_device' }),
      ).toBe(false)
    })

    test('is not kept waiting by an address that is paused for guessing at others', async () => {
      await attemptLimiter.remember(sub, HOME)
      for (let count = 0; count < 60; count += 1) {
        await attemptLimiter.countPassword(`name-${count}`, HOME)
      }
      expect(await attemptLimiter.isPaused('somebody-else', HOME)).toBe(true)
      expect(await attemptLimiter.isPaused(sub, HOME)).toBe(false)
    })

    test('must wait for their own mistakes, and a right password lets them be forgotten', async () => {
      await attemptLimiter.remember(sub, HOME)
      for (let count = 0; count < 5; count += 1) {
        expect(await attemptLimiter.countPassword(sub, HOME)).toBe(true)
      }
      expect(await attemptLimiter.countPassword(sub, HOME)).toBe(false)
      server.wait(1000)
      expect(await attemptLimiter.countPassword(sub, HOME)).toBe(true)
      await attemptLimiter.refundPassword(sub, HOME)
      for (let count = 0; count < 5; count += 1) {
        expect(await attemptLimiter.countPassword(sub, HOME)).toBe(true)
      }
    })

    test('does not give unknown locations new attempts by signing in', async () => {
      for (let count = 0; count < 5; count += 1) {
        await attemptLimiter.countPassword(sub, { address: newAddress() })
      }
      server.wait(1000)
      expect(await attemptLimiter.countPassword(sub, HOME)).toBe(true)
      await attemptLimiter.refundPassword(sub, HOME)
      expect(await attemptLimiter.countPassword(sub, { address: newAddress() })).toBe(true)
      expect(await attemptLimiter.countPassword(sub, { address: newAddress() })).toBe(false)
    })

    test('is at an unknown location again after 90 days', async () => {
      await attemptLimiter.remember(sub, HOME)
      server.wait(90 * DAY)
      expect(await attemptLimiter.isUnknownLocation(sub, HOME)).toBe(true)
      await attemptLimiter.sweep()
      expect(await server.database.sql.selectFrom('identity_location').selectAll().execute()).toEqual([])
    })

    test('whatever happens elsewhere and in whatever order, gets in within a quarter of an hour at home', async () => {
      const step = fc.oneof(
        fc.record({ kind: fc.constant('guess' as const), number: fc.integer({ min: 1, max: 30 }) }),
        fc.record({ kind: fc.constant('mistake' as const), number: fc.integer({ min: 1, max: 8 }) }),
        fc.record({ kind: fc.constant('wait' as const), number: fc.integer({ min: 1, max: 60 }) }),
      )
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
          await attemptLimiter.remember(sub, HOME)
          for (const { kind, number } of steps) {
            for (let count = 0; count < number; count += 1) {
              if (kind === 'wait') {
                server.wait(MINUTE)
              } else {
                await attemptLimiter.countPassword(sub, kind === 'guess' ? { address: newAddress() } : HOME)
              }
            }
          }
          server.wait(15 * MINUTE)
          expect(await attemptLimiter.countPassword(sub, HOME)).toBe(true)
          await attemptLimiter.refundPassword(sub, HOME)
        }),
        { numRuns: 25 },
      )
    })
  })

  test('attempts made at the same moment from many addresses are all counted', async () => {
    const admitted = await Promise.all(
      Array.from({ length: 40 }, () => attemptLimiter.countPassword(sub, { address: newAddress() })),
    )
    expect(admitted.filter(Boolean)).toHaveLength(5)
  })

  test('names that nobody has are counted like Ruth, on the wire as well', async () => {
    for (const name of [RUTH.email, 'orpah@example.org']) {
      for (let count = 0; count < 5; count += 1) {
        expect((await server.signIn(name, 'Wrong-Password-1')).message).toBe(
          'Incorrect username or password.',
        )
      }
      expect((await server.signIn(name, 'Wrong-Password-1')).message).toBe('Password attempts exceeded')
    }
  })

  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:ffff::1', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('%s counts as %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})
