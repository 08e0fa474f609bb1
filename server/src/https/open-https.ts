import { X509Certificate } from 'node:crypto'
import { networkInterfaces } from 'node:os'
import type { Address } from '@vestry/contract/calls/address.ts'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../clock.ts'
import { askedLanguage } from '../http/asked-language.ts'
import { isPageRequest, pathOf } from '../http/create-http.ts'
import { isThisMachine, type Listening } from '../settings/https-settings.ts'
import { StartupError } from '../startup-error.ts'
import { sayCertificateFailure } from './failed-try.ts'
import { answerPlainRequests, challengeToken, redirectToHttps, refusePlain } from './plain-requests.ts'
import { openTlsFront, type TlsFront } from './tls-front.ts'
import { AUTHORITY_PATH, TRUST_PAGE_POLICY, trustPage } from './trust-page.ts'

/** The server's own https, beside the plain server. */
export type Https = {
  /** Begins to listen, as soon as there is a certificate. */
  listen(): Promise<void>
  /** A job: renews the certificate when it is time. */
  renew(): Promise<void>
  /** Breaks off a renewal under way. */
  stop(): void
  describe(): Address
  /** Lets nobody new in, and waits until everybody is gone. */
  close(): Promise<void>
}

type Parts = {
  /** The folder of the keys. */
  folder: string
  clock: Clock
  /** Looks a name up; the machine does by default. */
  lookup?: (name: string) => Promise<unknown>
}

/** What the settings say of https, for a server that doesn't listen yet. */
export async function openHttps(http: FastifyInstance, listening: Listening, parts: Parts): Promise<Https> {
  const { https, publicUrl } = listening
  if (https !== undefined) {
    const place = { ...listening, ...https, plainPort: listening.port, httpsPort: https.port }
    return await (place.kind === 'domain' ? openDomain(http, place, parts) : openLan(http, place, parts))
  }
  const { protocol, hostname } = new URL(publicUrl)
  const isLocal = protocol === 'http:' && isThisMachine(hostname)
  const way = isLocal ? 'local' : 'given'
  return {
    async listen() {},
    async renew() {},
    stop() {},
    describe: () => ({ way, publicUrl, phoneUrl: publicUrl, validUntil: '', fingerprint: '' }),
    async close() {},
  }
}

type Place = { host: string; name: string; publicUrl: string; httpsPort: number }

async function openDomain(
  http: FastifyInstance,
  place: Place & { directory: string },
  parts: Parts,
): Promise<Https> {
  // Loaded where it is needed alone: it takes a tenth of a start.
  const { keepDomainCertificate } = await import('./domain-certificate.ts')
  const { name, publicUrl, directory } = place
  const front = createFront(http, place)
  const certificate = keepDomainCertificate({
    ...parts,
    name,
    directory,
    onFailure: (failed) => http.log.error({ name }, sayCertificateFailure(name, failed)),
  })
  const redirect = redirectToHttps(publicUrl)
  answerPlainRequests(http, (request, reply) => {
    const token = challengeToken(request)
    if (token !== undefined) {
      const answer = certificate.answerTo(token)
      return reply
        .code(answer === undefined ? 404 : 200)
        .type('text/plain')
        .send(answer ?? 'There is no such challenge.\n')
    }
    return certificate.pem() === undefined
      ? reply.code(503).headers({ 'retry-after': '60' }).type('text/plain; charset=utf-8').send(WAITING)
      : redirect(request, reply)
  })
  return {
    listen: () => front.use(certificate.pem()),
    async renew() {
      await certificate.renew()
      await front.use(certificate.pem())
    },
    stop: certificate.stop,
    describe() {
      const failed = certificate.failed()
      return {
        way: 'domain',
        publicUrl,
        phoneUrl: publicUrl,
        validUntil: lastDayOf(certificate.pem()),
        fingerprint: '',
        ...(failed && {
          failure: {
            kind: failed.kind,
            said: failed.said,
            nextTry: new Date(certificate.nextTry()).toISOString(),
          },
        }),
      }
    },
    close: front.close,
  }
}

const WAITING =
  'This address has no certificate yet. Try again in a few minutes; the server’s log says what is missing.\n'

async function openLan(
  http: FastifyInstance,
  place: Place & { plainPort: number },
  { folder, clock }: Parts,
): Promise<Https> {
  const { keepOwnCertificate } = await import('./own-authority.ts')
  const { name, publicUrl, plainPort, httpsPort } = place
  const front = createFront(http, place)
  const keep = () => keepOwnCertificate(folder, { name, addresses: listAddresses() }, clock.now())
  let own = await keep()
  answerPlainRequests(http, (request, reply) => {
    if (pathOf(request.url) === AUTHORITY_PATH && request.method === 'GET') {
      return reply.type('application/x-x509-ca-cert').send(Buffer.from(own.authority.rawData))
    }
    if (!isPageRequest(request)) {
      return refusePlain(reply, publicUrl)
    }
    const [address] = own.addresses
    const page = trustPage({
      language: askedLanguage(request),
      userAgent: request.headers['user-agent'] ?? '',
      authority: own.authority.subjectName.getField('CN')[0] ?? '',
      publicUrl,
      otherUrl: address && `https://${address}:${httpsPort}`,
    })
    return reply
      .headers({ 'content-security-policy': TRUST_PAGE_POLICY, 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(page)
  })
  return {
    listen: () => front.use(own.pem),
    async renew() {
      own = await keep()
      await front.use(own.pem)
    },
    stop() {},
    describe: () => ({
      way: 'lan',
      publicUrl,
      phoneUrl: `http://${listAddresses()[0] ?? name}:${plainPort}`,
      validUntil: lastDayOf(own.pem),
      fingerprint: new X509Certificate(own.authority.toString('pem')).fingerprint256,
    }),
    close: front.close,
  }
}

/** Opens the front as soon as there is a certificate, and hands it each further one. */
function createFront(http: FastifyInstance, { host, httpsPort }: { host: string; httpsPort: number }) {
  let front: TlsFront | undefined
  let used: string | undefined
  return {
    async use(pem: string | undefined) {
      if (pem === undefined || pem === used) {
        return
      }
      if (front) {
        front.use(pem)
      } else {
        front = await openFront(pem)
      }
      used = pem
    },
    close: async () => await front?.close(),
  }

  function openFront(pem: string) {
    return openTlsFront(http, { host, port: httpsPort, pem }).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'EADDRINUSE' || error.code === 'EACCES'
        ? new StartupError(
            error.code === 'EACCES'
              ? `Port ${httpsPort} may not be opened by this user: let it (docs/operations.md, “On phones”), or choose one above 1023 with VESTRY_HTTPS_PORT.`
              : `Port ${httpsPort} is in use by another program; stop that one, or choose another with VESTRY_HTTPS_PORT.`,
          )
        : error
    })
  }
}

/** This machine's IPv4 addresses in private networks (RFC 1918), those of homes and small offices first. */
function listAddresses(): string[] {
  const ORDER = [/^192\.168\./, /^10\./, /^172\.(1[6-9]|2\d|3[01])\./]
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  const own = all
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address)
  return ORDER.flatMap((range) => own.filter((address) => range.test(address)))
}

function lastDayOf(pem: string | undefined): string {
  return pem === undefined ? '' : new X509Certificate(pem).validToDate.toISOString().slice(0, 10)
}
