import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { expect, test } from 'vitest'
import { createHttp } from './create-http.ts'
import { watchCertificate } from './watch-certificate.ts'

/** Certificates by no authority; they open nothing but this test. */
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

test('a renewed certificate is taken up without a restart, once it and its key belong together', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vestry-certificate-'))
  const tls = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
  await Promise.all([writeFile(tls.cert, FORMER.cert), writeFile(tls.key, FORMER.key)])
  const http = createHttp({ log: undefined, tls })
  await http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = http.server.address() as AddressInfo
  const nameServed = () =>
    new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
        resolve(socket.getPeerCertificate().subject.CN)
        socket.destroy()
      })
      socket.on('error', reject)
    })
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
  await http.close()
  await rm(folder, { recursive: true })
})
