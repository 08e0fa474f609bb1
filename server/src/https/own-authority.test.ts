import 'reflect-metadata'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { type AddressInfo, isIP } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkServerIdentity, connect, createServer } from 'node:tls'
import {
  X509Certificate as PeculiarCertificate,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StartupError } from '../startup-error.ts'
import { keepOwnCertificate } from './own-authority.ts'

const DAY = 24 * 60 * 60_000
const NOW = Date.now()
const LAPTOP = { name: 'laptop.local', addresses: ['192.168.1.20', '10.0.0.7'] }

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vestry-authority-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

/** What a client that trusts this authority alone says of a certificate at a host: `open`, or why it refuses. */
async function openAt(host: string, pem: string, authority: string): Promise<string> {
  const server = createServer({ cert: pem, key: pem }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const socket = connect({
    host: '127.0.0.1',
    port,
    ca: authority,
    checkServerIdentity: (_asked, certificate) => checkServerIdentity(host, certificate),
  })
  try {
    return await new Promise<string>((resolve) => {
      socket.once('error', ({ message }) => resolve(message))
      socket.once('secureConnect', () => resolve('open'))
    })
  } finally {
    socket.destroy()
    server.close()
  }
}

/** A certificate that a thief of the authority's key makes for a place. */
async function forge(place: string): Promise<string> {
  const pem = readFileSync(join(folder, 'authority.pem'), 'utf8')
  const authority = new PeculiarCertificate(pem)
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const key = PemConverter.decode(pem).at(-1) ?? new ArrayBuffer(0)
  const certificate = await X509CertificateGenerator.create({
    subject: `CN=${place}`,
    issuer: authority.subject,
    signingAlgorithm: algorithm,
    publicKey: keys.publicKey,
    signingKey: await crypto.subtle.importKey('pkcs8', key, algorithm, false, ['sign']),
    extensions: [new SubjectAlternativeNameExtension([{ type: isIP(place) ? 'ip' : 'dns', value: place }])],
  })
  const own = await crypto.subtle.exportKey('pkcs8', keys.privateKey)
  return `${certificate.toString('pem')}\n${PemConverter.encode(own, 'PRIVATE KEY')}\n`
}

test('a browser that trusts the authority opens the machine by its name and its addresses', async () => {
  const { pem, authority } = await keepOwnCertificate(folder, LAPTOP, NOW)
  const trusted = authority.toString('pem')
  expect(await openAt('laptop.local', pem, trusted)).toBe('open')
  expect(await openAt('192.168.1.20', pem, trusted)).toBe('open')
  expect(await openAt('10.0.0.7', pem, trusted)).toBe('open')
  expect(await openAt('192.168.1.21', pem, trusted)).toMatch('does not match')
})

test.each(['bank.example', 'other.local', '192.168.1.21', '2001:db8::1'])(
  'who steals the authority’s key can be no other place with it, such as %s',
  async (place) => {
    const { authority } = await keepOwnCertificate(folder, LAPTOP, NOW)
    expect(await openAt(place, await forge(place), authority.toString('pem'))).toMatch(
      /^(permitted|excluded) subtree violation$/,
    )
  },
)

test('an authority that was made without a network can be no address at all', async () => {
  const { authority } = await keepOwnCertificate(folder, { ...LAPTOP, addresses: [] }, NOW)
  const trusted = authority.toString('pem')
  expect(await openAt('192.168.1.21', await forge('192.168.1.21'), trusted)).toBe(
    'excluded subtree violation',
  )
  expect(await openAt('laptop.local', await forge('laptop.local'), trusted)).toBe('open')
})

test('a later start keeps the certificate until sixty days before its end, and the authority for ten years', async () => {
  const first = await keepOwnCertificate(folder, LAPTOP, NOW)
  const second = await keepOwnCertificate(folder, LAPTOP, NOW + 335 * DAY)
  expect(second.pem).toBe(first.pem)
  const third = await keepOwnCertificate(folder, LAPTOP, NOW + 337 * DAY)
  expect(third.pem).not.toBe(first.pem)
  expect(third.authority.toString('pem')).toBe(first.authority.toString('pem'))
  const years = (third.authority.notAfter.getTime() - NOW) / DAY / 365
  expect(years).toBeGreaterThan(9.9)
})

test('an address that came later is not in the certificate, and one that went is taken out of it', async () => {
  await keepOwnCertificate(folder, LAPTOP, NOW)
  const later = await keepOwnCertificate(
    folder,
    { name: 'laptop.local', addresses: ['10.0.0.7', '172.16.0.9'] },
    NOW,
  )
  expect(later.addresses).toEqual(['10.0.0.7'])
  expect(new X509Certificate(later.pem).subjectAltName).toBe('DNS:laptop.local, IP Address:10.0.0.7')
})

test('another name of the machine stops the start, with what to do', async () => {
  await keepOwnCertificate(folder, LAPTOP, NOW)
  const renamed = keepOwnCertificate(folder, { ...LAPTOP, name: 'tablet.local' }, NOW)
  await expect(renamed).rejects.toThrow(StartupError)
  await expect(renamed).rejects.toThrow('is for laptop.local alone, and this machine is tablet.local now')
})

test('the keys are readable by their owner alone', async () => {
  await keepOwnCertificate(folder, LAPTOP, NOW)
  const files = readdirSync(folder).sort()
  expect(files).toEqual(['authority.pem', 'own.pem'])
  expect(files.map((file) => statSync(join(folder, file)).mode & 0o077)).toEqual([0, 0])
})
