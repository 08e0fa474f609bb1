import { isIP } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openOldWebsite } from '../testing/old-website.ts'
import { createFetchPublic, FetchError, isPublicAddress, lookupBy, type Resolve } from './fetch-public.ts'

/** The first and the last address of every range outside the public Internet. */
const RESERVED = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.88.99.0', '192.88.99.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '255.255.255.255'],
  ['::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['4000::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
] as const

test.each(RESERVED)('from %s to %s nothing is of the public Internet', (first, last) => {
  expect([first, last].map(isPublicAddress)).toEqual([false, false])
})

test.each([
  ...['::1', '::127.0.0.1', '::a00:1', 'fc00::1', 'fd12::1', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1'],
  // IPv4 within IPv6: mapped, translated, NAT64, a network's own NAT64, 6to4, Teredo.
  ...['::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:a9fe:a9fe', '::ffff:0:127.0.0.1', '64:ff9b::7f00:1'],
  ...['64:ff9b::8.8.8.8', '64:ff9b:1::a00:1', '2002:7f00:1::', '2001:0:7f00:1::'],
  // Addresses that no registry gives out may belong to anybody's own network.
  ...['200::1', '300::1', '400::1', '4000::1', 'x', '', '127.1', '8.8.8'],
])('“%s” is not of the public Internet', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each([
  ...['1.0.0.0', '8.8.8.8', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255'],
  ...[
    '128.0.0.0',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
    '192.0.3.0',
  ],
  ...['192.88.98.255', '192.88.100.0', '192.167.255.255', '192.169.0.0', '198.17.255.255', '198.20.0.0'],
  ...['198.51.99.255', '198.51.101.0', '203.0.112.255', '203.0.114.0', '223.255.255.255'],
  ...[
    '2000::',
    '2001:200::',
    '2001:db7:ffff::',
    '2001:db9::',
    '2003::',
    '2606:4700::1',
    '3ffe::',
    '3fff:1000::',
  ],
])('%s is', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

/** Resolves names to the given answers, one after the other, and names without one as the machine does. */
function resolver(answers: Record<string, string[][]>) {
  const asked: string[] = []
  const resolve: Resolve = (host, _options, done) => {
    asked.push(host)
    const addresses = answers[host]?.shift()
    if (addresses === undefined) {
      done(new Error(`Nobody was to ask for ${host} again.`), [])
    } else {
      done(
        null,
        addresses.map((address) => ({ address, family: isIP(address) })),
      )
    }
  }
  return { asked, resolve }
}

describe('a name', () => {
  const PUBLIC = '8.8.8.8'
  const lookUp = (answer: string[], all: boolean) => {
    const { asked, resolve } = resolver({ 'a.test': [answer] })
    return new Promise((done) => {
      lookupBy(resolve, isPublicAddress)('a.test', { all }, (error, found) =>
        done({ found: error instanceof FetchError ? error.problem : (error?.message ?? found), asked }),
      )
    })
  }

  test.each([
    [['127.0.0.1']],
    [[PUBLIC, '10.0.0.1']],
    [['10.0.0.1', PUBLIC]],
    [[PUBLIC, '2606:4700::1', 'fd12::1']],
    [['2606:4700::1', '::ffff:8.8.8.8']],
    [['2606:4700::1', '64:ff9b::7f00:1']],
    [['fe80::1%eth0', PUBLIC]],
    [['not an address']],
    [[]],
  ])('that means %j is refused', async (answer) => {
    for (const all of [true, false]) {
      expect(await lookUp(answer, all)).toEqual({ found: 'not_public', asked: ['a.test'] })
    }
  })

  test('that means public addresses alone is asked for once, and these are gone to', async () => {
    const [address, other] = [PUBLIC, '2606:4700::1']
    expect(await lookUp([address, other], true)).toEqual({
      found: [
        { address, family: 4 },
        { address: other, family: 6 },
      ],
      asked: ['a.test'],
    })
    expect(await lookUp([address, other], false)).toEqual({ found: address, asked: ['a.test'] })
  })
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

  const problemOf = async (
    address: string,
    allowed: string[] = [],
    { resolve, ...more }: { resolve?: Resolve; within?: number; signal?: AbortSignal } = {},
  ) => {
    try {
      const fetchPublic = createFetchPublic({ allowed, ...(resolve && { resolve }) })
      const { body } = await fetchPublic(address, { ...options, ...more })
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

  test('a name that means another address after a redirect is refused then', async () => {
    const named = website.origin.replace('127.0.0.1', 'old.test')
    const secure = named.replace('http:', 'https:')
    const lead = async (location: string, answers: Record<string, string[][]>) => {
      website.asked.length = 0
      website.pages.set('/', (_request, response) => response.writeHead(302, { location }).end())
      const { asked, resolve } = resolver(answers)
      return [await problemOf(named, [named], { resolve }), asked, website.asked.length]
    }
    const here = ['127.0.0.1']
    expect(await lead(secure, { 'old.test': [here, ['10.0.0.1']] })).toEqual([
      'not_public',
      ['old.test', 'old.test'],
      1,
    ])
    expect(await lead('https://new.test/', { 'old.test': [here], 'new.test': [['8.8.8.8', '::1']] })).toEqual(
      ['not_public', ['old.test', 'new.test'], 1],
    )
    expect(await lead('https://new.test/', { 'old.test': [here], 'new.test': [[]] })).toEqual([
      'not_public',
      ['old.test', 'new.test'],
      1,
    ])
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
