import { expect, test } from 'vitest'
import { makeAuthenticator } from '../../testing/software-authenticator.ts'
import { readAttestation } from './read-credential.ts'

const OPTIONS = { challenge: 'AAAA', rp: { id: 'localhost' }, user: { id: 'AAAA' }, excludeCredentials: [] }

test('a passkey is plain unless a certificate vouches for it', async () => {
  for (const [format, isPlain] of [
    ['none', true],
    ['packed', true],
    ['certified', false],
  ] as const) {
    const { response } = makeAuthenticator('http://localhost:8080').create(OPTIONS, { format })
    expect((await readAttestation(response.attestationObject))?.isPlain).toBe(isPlain)
  }
})

test('what is no attestation is not read', async () => {
  for (const encoded of ['', 'AAAA', 'oA', 'o2NmbXRkbm9uZQ', Buffer.alloc(200, 0xa3).toString('base64url')]) {
    expect(await readAttestation(encoded)).toBeUndefined()
  }
})
