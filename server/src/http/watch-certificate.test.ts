import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createHttp } from './create-http.ts'
import { type CertificateFiles, watchCertificate } from './watch-certificate.ts'

/** Certificates that no authority signed; they are good for this test only. */
const FORMER = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBiTCCAS+gAwIBAgIUbgajq7kE3yP9LKUsMQGwIQVEBL8wCgYIKoZIzj0EAwIw
GTEXMBUGA1UEAwwOZm9ybWVyLmV4YW1wbGUwIBcNMjYxMTI3MTUyNTE3WhgPMjEy
NjExMDMxNTI1MTdaMBkxFzAVBgNVBAMMDmZvcm1lci5leGFtcGxlMFkwEwYHKoZI
zj0CAQYIKoZIzj0DAQcDQgAEQiOJurCzWMEMnBZgZbwiQfTcZMy30u4FrWT7Hznn
wwzMea9jHrMJlc0Ku8tatLGE/LV5knzoTxJePI4mmCVdE6NTMFEwHQYDVR0OBBYE
FKo0FriQ1BrusHgHaIti22mMj63EMB8GA1UdIwQYMBaAFKo0FriQ1BrusHgHaIti
22mMj63EMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIgTSn2n717
i/E78YN6VP6SaoLLqPgnzUE1LnpgcFz0NpoCIQCG1GbcPMfdrfEMMWnAAGvtgMI1
OQe2vAxQduzjFFmRNg==
-----END CERTIFICATE-----`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg2PPvEcEaeNnRU864
DKOACqYyTIavXRkC2vpfiU166rmhRANCAARCI4m6sLNYwQycFmBlvCJB9NxkzLfS
7gWtZPsfOefDDMx5r2MeswmVzQq7y1q0sYT8tXmSfOhPEl48jiaYJV0T
-----END PRIVATE KEY-----`,
}
const RENEWED = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBijCCATGgAwIBAgIUSTD/AQjQgZ3cbnNzUtDaiji282AwCgYIKoZIzj0EAwIw
GjEYMBYGA1UEAwwPcmVuZXdlZC5leGFtcGxlMCAXDTI2MTEyNzE1MjUxOFoYDzIx
MjYxMTAzMTUyNTE4WjAaMRgwFgYDVQQDDA9yZW5ld2VkLmV4YW1wbGUwWTATBgcq
hkjOPQIBBggqhkjOPQMBBwNCAAQoAn74FwA5CEXsc0MYAJGs7AwKbxiEEm2sdDuB
36dab97uCM+4yU1grEYhuyGnlfAj34sPJmKbaUYe//Jiczg5o1MwUTAdBgNVHQ4E
FgQU5hs5gZnc9CmDe7JYbXIpGFsJyBgwHwYDVR0jBBgwFoAU5hs5gZnc9CmDe7JY
bXIpGFsJyBgwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiBzNT1m
SixYKS3w4HgK5IdxAOGzYxHEm67bBXt8TTu2VwIgWKrBnjH9qB7kayNXatzCNOeE
7Y2i/TmYPvvlfrT9rEk=
-----END CERTIFICATE-----`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg/PjvFPnRSSSXmNiZ
tX5vDwebnlLjV5wuT9NXC2mkknqhRANCAAQoAn74FwA5CEXsc0MYAJGs7AwKbxiE
Em2sdDuB36dab97uCM+4yU1grEYhuyGnlfAj34sPJmKbaUYe//Jiczg5
-----END PRIVATE KEY-----`,
}

let folder: string
let http: FastifyInstance
let tls: CertificateFiles

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vestry-certificate-'))
  tls = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
  await Promise.all([writeFile(tls.cert, FORMER.cert), writeFile(tls.key, FORMER.key)])
  http = createHttp({ log: undefined, tls })
  await http.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(async () => {
  await http.close()
  await rm(folder, { recursive: true })
})

async function open(options: ConnectionOptions = {}): Promise<TLSSocket> {
  const { port } = http.server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ...options })
  await once(socket, 'secureConnect')
  socket.on('error', () => undefined)
  return socket
}

async function nameServed() {
  const socket = await open()
  const { CN } = socket.getPeerCertificate().subject
  socket.destroy()
  return CN
}

test('a renewed certificate is taken up without a restart, once it and its key belong together', async () => {
  const takeUp = watchCertificate(http, tls)
  await takeUp()
  expect(await nameServed()).toBe('former.example')

  await writeFile(tls.cert, RENEWED.cert)
  await expect(takeUp()).rejects.toThrow('VESTRY_TLS_CERT')
  await takeUp()
  expect(await nameServed()).toBe('former.example')

  await writeFile(tls.key, RENEWED.key)
  await takeUp()
  expect(await nameServed()).toBe('renewed.example')
})

test('what is sent is encrypted with forward secrecy and authentication, before and after a renewal', async () => {
  for (const served of [FORMER, RENEWED]) {
    await Promise.all([writeFile(tls.cert, served.cert), writeFile(tls.key, served.key)])
    await watchCertificate(http, tls)()
    for (const [ciphers, maxVersion] of [
      ['ECDHE-ECDSA-AES128-GCM-SHA256', 'TLSv1.2'],
      ['ECDHE-ECDSA-AES256-GCM-SHA384', 'TLSv1.2'],
      ['ECDHE-ECDSA-CHACHA20-POLY1305', 'TLSv1.2'],
      ['TLS_AES_256_GCM_SHA384', 'TLSv1.3'],
    ] as const) {
      const socket = await open({ ciphers, maxVersion })
      expect(socket.getCipher().standardName).toMatch(/GCM|CHACHA20/)
      socket.destroy()
    }
    for (const ciphers of ['ECDHE-ECDSA-AES128-SHA', 'ECDHE-ECDSA-AES256-SHA384', 'AES128-GCM-SHA256']) {
      await expect(open({ ciphers, maxVersion: 'TLSv1.2' })).rejects.toThrow('handshake failure')
    }
  }
})

test('of a flood of requests over TLS, too, no more are read than one connection may send ahead', async () => {
  let read = 0
  const count = () => {
    read += 1
  }
  subscribe('http.server.request.start', count)
  const flood = await open()
  const ended = new Promise((resolve) => flood.once('close', resolve))
  flood.resume()
  flood.write('PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\nx'.repeat(20_000))
  await ended
  unsubscribe('http.server.request.start', count)
  expect(read).toBeLessThan(36)
})
