import { type LookupAddress, type LookupOptions, lookup } from 'node:dns'
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import type { FetchProblem } from '@vestry/contract/rules/sermon-import-rules.ts'

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
  /** Ends with a FetchError if the response breaks off, or is longer than allowed. */
  body: Readable
  /** Without its parameters, in lower case. */
  type: string
  /** In bytes, as the server says; undefined if it doesn't say. */
  size: number | undefined
  /** Where it was found after all redirects. */
  address: string
}

/** All addresses of a name. */
export type Resolve = (
  host: string,
  options: LookupOptions & { all: true },
  done: (error: Error | null, addresses: LookupAddress[]) => void,
) => void

export type FetchPublic = (
  address: string,
  options: { signal: AbortSignal /** Bytes. */; limit: number /** Milliseconds in all. */; within: number },
) => Promise<Fetched>

/** A podcast's recordings are often behind several counting services in a row. */
const MOST_REDIRECTS = 12
/** How long a server may send nothing. */
const SILENCE = 30_000
/**
 * In this many milliseconds of waiting a server must have sent this many bytes: about what speech on the telephone
 * needs.
 */
const LEAST_RATE = { bytes: 64 * 1024, waited: 60_000 }

/**
 * Ranges of addresses outside the public Internet (IANA's special-purpose registries), and all of IPv6 that is not
 * given out, where some networks use addresses of their own. There is a list for each version, because one list for
 * both would take every IPv4 address for an IPv6 one.
 */
const NOT_PUBLIC = {
  ipv4: listOf('ipv4', [
    ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
    ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
    ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  ]),
  ipv6: listOf('ipv6', [
    ...['::/3', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20', '4000::/2', '8000::/1'],
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

/** Whether an IP address is on the public Internet. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  const name = version === 6 ? 'ipv6' : 'ipv4'
  return version !== 0 && !NOT_PUBLIC[name].check(address, name)
}

/**
 * Fetches files from other servers: only by https, and only from public addresses. Addresses are checked again after
 * every redirect, and the connection goes to the address that was checked, so that no name leads into the church's own
 * network. For an origin that the operator allows, the address is used as it is written.
 */
export function createFetchPublic({
  allowed,
  leastRate = LEAST_RATE,
  resolve = lookup,
}: {
  allowed: readonly string[]
  leastRate?: { bytes: number; waited: number }
  resolve?: Resolve
}): FetchPublic {
  return async function fetchPublic(given, { signal, limit, within }) {
    const ended = AbortSignal.any([signal, AbortSignal.timeout(within)])
    let url = urlOf(given, allowed)
    for (let redirects = 0; ; redirects += 1) {
      const answer = await ask(url, { isAllowed: allowed.includes(url.origin), resolve, signal: ended })
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

/** Old sites have http everywhere; https is used instead. */
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

function ask(
  url: URL,
  { isAllowed, resolve, signal }: { isAllowed: boolean; resolve: Resolve; signal: AbortSignal },
): Promise<IncomingMessage> {
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
        // No connection is reused, since its address was checked for another request.
        agent: false,
        lookup: lookupBy(resolve, isAllowed ? () => true : isPublicAddress),
        headers: { 'user-agent': 'Vestry', accept: '*/*', 'accept-encoding': 'identity' },
      },
      done,
    )
    asked.setTimeout(SILENCE, () => asked.destroy(new FetchError('timed_out', `${url.host} said nothing.`)))
    asked.on('error', (error) => failed(explained(error, url, signal)))
    asked.end()
  })
}

/** Looks a name up once, and uses the answer only if all of its addresses are allowed. */
export function lookupBy(resolve: Resolve, mayGoTo: (address: string) => boolean): LookupFunction {
  return (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error !== null || first === undefined || !addresses.every(({ address }) => mayGoTo(address))) {
        done(error ?? notPublic(host), '', 4)
      } else if (options.all) {
        done(null, addresses)
      } else {
        done(null, first.address, first.family)
      }
    })
  }
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

/** The pieces of a response. Only the time spent waiting for them counts, not what is done with a piece. */
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
