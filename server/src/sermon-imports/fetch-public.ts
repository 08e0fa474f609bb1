import { lookup as resolve } from 'node:dns'
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import type { FetchProblem } from '@vestry/contract/sermon-import-rules.ts'

/** Why nothing was fetched. */
export class FetchError extends Error {
  readonly problem: FetchProblem
  constructor(problem: FetchProblem, detail: string, options?: ErrorOptions) {
    super(detail, options)
    this.name = 'FetchError'
    this.problem = problem
  }
}

export type Fetched = {
  /** Ends with a FetchError where the answer ends before it is whole, or is longer than it may be. */
  body: Readable
  /** Without its parameters, in small letters. */
  type: string
  /** In bytes, as the server says; undefined where it doesn't. */
  size: number | undefined
  /** Where it was found in the end. */
  address: string
}

export type FetchPublic = (
  address: string,
  options: { signal: AbortSignal /** Bytes. */; limit: number /** Milliseconds in all. */; within: number },
) => Promise<Fetched>

/** Counting services stand one behind another in front of a podcast's recordings. */
const MOST_REDIRECTS = 12
/** So long a server may say nothing. */
const SILENCE = 30_000
/** Whoever has been waited for so many milliseconds must have sent so many bytes: about what speech needs on the telephone. */
const LEAST_RATE = { bytes: 64 * 1024, waited: 60_000 }

/**
 * Ranges of addresses that are not of the public Internet (IANA's special-purpose registries). A list for each version:
 * one for both would take every IPv4 address for one that is written as an IPv6 one.
 */
const NOT_PUBLIC = {
  ipv4: listOf('ipv4', [
    ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
    ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
    ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  ]),
  ipv6: listOf('ipv6', [
    ...[
      '::/96',
      '::ffff:0:0:0/96',
      '::ffff:0:0/96',
      '64:ff9b::/96',
      '64:ff9b:1::/48',
      '100::/64',
      '2001::/23',
      '2001:db8::/32',
    ],
    ...['2002::/16', '3fff::/20', '5f00::/16', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
  ]),
}

function listOf(version: 'ipv4' | 'ipv6', ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [network = '', prefix] = range.split('/')
    list.addSubnet(network, Number(prefix), version)
  }
  return list
}

/** Whether an IP address is of the public Internet. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  const name = version === 6 ? 'ipv6' : 'ipv4'
  return version !== 0 && !NOT_PUBLIC[name].check(address, name)
}

/**
 * Fetches files of other servers: by https alone, from public addresses alone, looked at again after every redirect and
 * connected to as they were looked at, so that no name leads into the church's own network. An origin that the operator
 * allows is asked as it is named.
 */
export function createFetchPublic({
  allowed,
  leastRate = LEAST_RATE,
}: {
  allowed: readonly string[]
  leastRate?: { bytes: number; waited: number }
}): FetchPublic {
  return async function fetchPublic(given, { signal, limit, within }) {
    const ended = AbortSignal.any([signal, AbortSignal.timeout(within)])
    let url = urlOf(given, allowed)
    for (let redirects = 0; ; redirects += 1) {
      const answer = await ask(url, allowed.includes(url.origin), ended)
      const { statusCode = 0, headers } = answer
      if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
        answer.destroy()
        if (redirects === MOST_REDIRECTS) {
          throw new FetchError('redirects', `${given} leads from one address to the next without end.`)
        }
        url = urlOf(URL.parse(headers.location, url)?.href ?? '', allowed)
        continue
      }
      if (statusCode !== 200) {
        answer.destroy()
        const problem = statusCode === 404 || statusCode === 410 ? 'not_found' : 'refused'
        throw new FetchError(problem, `${url.href} answered ${statusCode}.`)
      }
      const length = headers['content-length']
      const size = length === undefined ? undefined : Number(length)
      if ((size ?? 0) > limit) {
        answer.destroy()
        throw new FetchError('too_large', `${url.href} has more than ${limit} bytes.`)
      }
      const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
      const body = Readable.from(limited(answer, { limit, leastRate, url, signal: ended }), {
        objectMode: false,
      })
      return { body, type, size, address: url.href }
    }
  }
}

/** Old sites wrote http before everything; what is asked is https. */
function urlOf(address: string, allowed: readonly string[]): URL {
  const given = URL.parse(address)
  const isAllowed = given !== null && allowed.includes(given.origin)
  const url = isAllowed ? given : URL.parse(address.replace(/^http:/i, 'https:'))
  if (
    url === null ||
    !(isAllowed || url.protocol === 'https:') ||
    url.username !== '' ||
    url.password !== ''
  ) {
    throw new FetchError('not_secure', `${address} is no address that begins with https://.`)
  }
  url.hash = ''
  return url
}

function ask(url: URL, isAllowed: boolean, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((done, failed) => {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (isIP(host) !== 0 && !isAllowed && !isPublicAddress(host)) {
      throw notPublic(host)
    }
    const request = url.protocol === 'https:' ? requestSecure : requestPlain
    const asked = request(
      url,
      {
        signal,
        // No connection is kept whose address was looked at for another request.
        agent: false,
        lookup: isAllowed ? resolve : lookupPublic,
        headers: { 'user-agent': 'Vestry', accept: '*/*', 'accept-encoding': 'identity' },
      },
      done,
    )
    asked.setTimeout(SILENCE, () => asked.destroy(new FetchError('timed_out', `${url.host} said nothing.`)))
    asked.on('error', (error) => failed(explained(error, url, signal)))
    asked.end()
  })
}

const lookupPublic: LookupFunction = (host, options, done) => {
  resolve(host, { ...options, all: true }, (error, addresses) => {
    const list = addresses ?? []
    const inner = list.find(({ address }) => !isPublicAddress(address))
    if (error !== null || inner !== undefined) {
      done(error ?? notPublic(host), '', 4)
    } else if (options.all) {
      done(null, list)
    } else {
      done(null, list[0]?.address ?? '', list[0]?.family)
    }
  })
}

function notPublic(host: string): FetchError {
  return new FetchError('not_public', `${host} is not on the public Internet.`)
}

function explained(error: Error, url: URL, signal: AbortSignal): Error {
  if (error instanceof FetchError) {
    return error
  }
  if (signal.aborted && signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError') {
    return new FetchError('timed_out', `${url.host} took too long.`, { cause: error })
  }
  return signal.aborted
    ? error
    : new FetchError('unreachable', `${url.host} could not be reached: ${error.message}`, { cause: error })
}

/** The pieces of an answer. Only what is waited for it counts as its time, not what is done with a piece. */
async function* limited(
  answer: IncomingMessage,
  {
    limit,
    leastRate,
    url,
    signal,
  }: { limit: number; leastRate: typeof LEAST_RATE; url: URL; signal: AbortSignal },
): AsyncIterable<Buffer> {
  let left = limit
  let waited = 0
  let arrived = 0
  let asked = performance.now()
  try {
    for await (const piece of answer as AsyncIterable<Buffer>) {
      waited += performance.now() - asked
      arrived += piece.length
      left -= piece.length
      if (left < 0) {
        throw new FetchError('too_large', `${url.href} has more than ${limit} bytes.`)
      }
      if (waited >= leastRate.waited) {
        if (arrived < leastRate.bytes) {
          throw new FetchError('timed_out', `${url.host} sent ${arrived} bytes in ${Math.round(waited)} ms.`)
        }
        waited = 0
        arrived = 0
      }
      yield piece
      asked = performance.now()
    }
  } catch (error) {
    throw explained(error as Error, url, signal)
  }
}
