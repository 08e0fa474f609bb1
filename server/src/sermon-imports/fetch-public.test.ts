import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openOldWebsite } from '../testing/old-website.ts'
import { createFetchPublic, FetchError, isPublicAddress } from './fetch-public.ts'

test.each([
  ...['127.0.0.1', '10.1.2.3', '172.31.255.255', '192.168.0.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
  ...[
    '224.0.0.1',
    '255.255.255.255',
    '198.18.0.1',
    '192.0.2.1',
    '::',
    '::1',
    'fe80::1',
    'fc00::1',
    'fd12::1',
  ],
  ...['::127.0.0.1', '::a00:1', '::ffff:0:127.0.0.1'],
  ...['::ffff:127.0.0.1', '::ffff:8.8.8.8', '64:ff9b::7f00:1', '2002:7f00:1::', '2001::1', 'ff02::1', 'x'],
])('%s is not of the public Internet', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['8.8.8.8', '172.32.0.1', '1.1.1.1', '2606:4700::1', '2a00:1450::1'])('%s is', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

describe('fetching', () => {
  let website: Awaited<ReturnType<typeof openOldWebsite>>
  const { signal } = new AbortController()
  const options = { signal, limit: 1000, within: 10_000 }

  beforeAll(async () => {
    website = await openOldWebsite()
  })
  afterAll(() => website.close())
  afterEach(() => website.pages.clear())

  const problemOf = async (address: string, allowed: string[] = [], more = {}) => {
    try {
      const { body } = await createFetchPublic({ allowed })(address, { ...options, ...more })
      return Buffer.concat(await body.toArray()).toString()
    } catch (error) {
      return error instanceof FetchError ? error.problem : error
    }
  }

  test.each([
    ['https://127.0.0.1/', 'not_public'],
    ['https://localhost/', 'not_public'],
    ['http://localhost/', 'not_public'],
    ['https://2130706433/', 'not_public'],
    ['https://0x7f.1/', 'not_public'],
    ['https://[::1]/', 'not_public'],
    ['https://[::ffff:169.254.169.254]/latest/meta-data', 'not_public'],
    ['https://me:secret@example.org/', 'not_secure'],
    ['ftp://example.org/', 'not_secure'],
    ['file:///etc/passwd', 'not_secure'],
    ['data:text/plain,hello', 'not_secure'],
    ['no address', 'not_secure'],
  ])('%s is refused as %s', async (address, problem) => {
    expect(await problemOf(address)).toBe(problem)
  })

  test('nothing of the own network is asked that the operator has not named', async () => {
    website.pages.set('/', { type: 'text/plain', bytes: 'inside' })
    expect(await problemOf(website.origin.replace('http:', 'https:'))).toBe('not_public')
    expect(await problemOf(website.origin)).toBe('not_public')
    expect(website.asked).toEqual([])
    expect(await problemOf(website.origin, [website.origin])).toBe('inside')
  })

  test('each address that a server leads on to is looked at again', async () => {
    const other = await openOldWebsite()
    const leadTo = (location: string) =>
      website.pages.set('/', (_request, response) => response.writeHead(302, { location }).end())
    other.pages.set('/', { type: 'text/plain', bytes: 'other' })
    for (const [location, problem] of [
      [other.origin, 'not_public'],
      ['https://localhost/', 'not_public'],
      ['file:///etc/passwd', 'not_secure'],
      ['/', 'redirects'],
    ] as const) {
      leadTo(location)
      expect([location, await problemOf(website.origin, [website.origin])]).toEqual([location, problem])
    }
    expect(other.asked).toEqual([])
    await other.close()
  })

  test('twelve redirects are followed, as counting services need them, and no more', async () => {
    website.pages.set('/0', { type: 'text/plain', bytes: 'sound' })
    for (let left = 1; left <= 13; left += 1) {
      website.pages.set(`/${left}`, (_request, response) =>
        response.writeHead(302, { location: `/${left - 1}` }).end(),
      )
    }
    expect(await problemOf(`${website.origin}/12`, [website.origin])).toBe('sound')
    expect(await problemOf(`${website.origin}/13`, [website.origin])).toBe('redirects')
  })

  test('a server that drips is left, and one that is waited for no longer than it is worth is not', async () => {
    let dripping: NodeJS.Timeout | undefined
    website.pages.set('/drips', (_request, response) => {
      response.writeHead(200)
      dripping = setInterval(() => response.write('a'), 5)
      response.on('close', () => clearInterval(dripping))
    })
    website.pages.set('/flows', (_request, response) => {
      response.writeHead(200)
      let sent = 0
      const flowing = setInterval(() => {
        sent += 1
        response.write('a'.repeat(100))
        if (sent === 8) {
          clearInterval(flowing)
          response.end()
        }
      }, 5)
    })
    const fetchPublic = createFetchPublic({
      allowed: [website.origin],
      leastRate: { bytes: 100, waited: 20 },
    })
    const read = async (path: string) => {
      const { body } = await fetchPublic(`${website.origin}${path}`, options)
      return Buffer.concat(await body.toArray()).length
    }
    await expect(read('/drips')).rejects.toMatchObject({ problem: 'timed_out' })
    expect(await read('/flows')).toBe(800)
  })

  test('what is longer than it may be ends, whether it says so or not', async () => {
    website.pages.set('/said', { type: 'text/plain', bytes: Buffer.alloc(1001) })
    website.pages.set('/unsaid', (_request, response) => {
      response.writeHead(200, { 'transfer-encoding': 'chunked' })
      response.write(Buffer.alloc(600))
      response.end(Buffer.alloc(600))
    })
    expect(await problemOf(`${website.origin}/said`, [website.origin])).toBe('too_large')
    expect(await problemOf(`${website.origin}/unsaid`, [website.origin])).toBe('too_large')
  })

  test('a server that takes too long, refuses, has nothing or is not there is told apart', async () => {
    website.pages.set('/slow', (_request, response) => response.writeHead(200).write('a'))
    website.pages.set('/closed', (_request, response) => response.writeHead(403).end())
    website.pages.set('/gone', (_request, response) => response.writeHead(410).end())
    const allowed = [website.origin]
    expect(await problemOf(`${website.origin}/slow`, allowed, { within: 100 })).toBe('timed_out')
    expect(await problemOf(`${website.origin}/closed`, allowed)).toBe('refused')
    expect(await problemOf(`${website.origin}/gone`, allowed)).toBe('not_found')
    const closed = await openOldWebsite()
    await closed.close()
    expect(await problemOf(closed.origin, [closed.origin])).toBe('unreachable')
  })

  test('whoever stops it is not told of a fault', async () => {
    const stop = new AbortController()
    website.pages.set('/slow', (_request, response) => {
      response.writeHead(200).write('a')
      stop.abort()
    })
    const stopped = await problemOf(`${website.origin}/slow`, [website.origin], { signal: stop.signal })
    expect(stopped).toMatchObject({ name: 'AbortError' })
  })
})
