import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A website of somebody else's, on https with a certificate of its own. */
export type SecureSite = {
  origin: string
  /** The certificate's file, for whoever is to trust it. */
  certificate: string
  /** What it has at each path, and for what each answer waits. */
  files: Map<string, { type: string; body: string | Buffer; until?: Promise<unknown> }>
  close(): Promise<void>
}

export async function startSecureSite(): Promise<SecureSite> {
  const folder = mkdtempSync(join(tmpdir(), 'vestry-site-'))
  const { key, cert } = makeCertificate('localhost')
  const certificate = join(folder, 'certificate.pem')
  writeFileSync(certificate, cert)
  const files: SecureSite['files'] = new Map()
  const server = createServer({ key, cert }, async (request, response) => {
    const file = files.get(new URL(request.url ?? '/', 'https://localhost').pathname)
    await file?.until
    response.writeHead(file ? 200 : 404, { 'content-type': file?.type ?? 'text/html' })
    response.end(file?.body ?? '<h1>Gone</h1>')
  })
  server.listen(0)
  await once(server, 'listening')
  return {
    origin: `https://localhost:${(server.address() as AddressInfo).port}`,
    certificate,
    files,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const VERSION_3 = Buffer.from('a003020102', 'hex')
const ECDSA_WITH_SHA256 = Buffer.from('300a06082a8648ce3d040302', 'hex')
const COMMON_NAME = Buffer.from('0603550403', 'hex')
const SUBJECT_ALT_NAME = Buffer.from('0603551d11', 'hex')
const [INTEGER, BITS, OCTETS, UTF8, TIME, SEQUENCE, SET, EXTENSIONS, DNS_NAME] = [
  ...[0x02, 0x03, 0x04, 0x0c, 0x18, 0x30, 0x31, 0xa3, 0x82],
] as [number, number, number, number, number, number, number, number, number]

/** Node makes keys, and no certificates: this one signs itself, and names one host (RFC 5280). */
function makeCertificate(host: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8, Buffer.from(host)))))
  const content = der(
    SEQUENCE,
    VERSION_3,
    der(INTEGER, Buffer.from([1]), randomBytes(8)),
    ECDSA_WITH_SHA256,
    name,
    der(SEQUENCE, ...['20200101000000Z', '21200101000000Z'].map((time) => der(TIME, Buffer.from(time)))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(
      EXTENSIONS,
      der(
        SEQUENCE,
        der(SEQUENCE, SUBJECT_ALT_NAME, der(OCTETS, der(SEQUENCE, der(DNS_NAME, Buffer.from(host))))),
      ),
    ),
  )
  const signature = der(BITS, Buffer.from([0]), sign('sha256', content, privateKey))
  const cert = der(SEQUENCE, content, ECDSA_WITH_SHA256, signature)
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${cert.toString('base64')}\n-----END CERTIFICATE-----\n`,
  }
}

/** One value of DER: what it is, its length, and what is in it. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size =
    length < 0x80
      ? [length]
      : length < 0x100
        ? [0x81, length]
        : [0x82, Math.floor(length / 256), length % 256]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
