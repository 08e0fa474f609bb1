import { expect, test } from 'vitest'
import { makeAuthenticator } from '../../testing/software-authenticator.ts'
import { readAttestation } from './read-credential.ts'

const OPTIONS = { challenge: 'AAAA', rp: { id: 'localhost' }, user: { id: 'AAAA' }, excludeCredentials: [] }

test('a passkey is plain unless a certificate vouches for it', () => {
  const plain = (['none', 'packed', 'certified'] as const).map((format) => {
    const { response } = makeAuthenticator('http://localhost:8080').create(OPTIONS, { format })
    return readAttestation(response.attestationObject)?.isPlain
  })
  expect(plain).toEqual([true, true, false])
})

test('what is no attestation is not read', () => {
  for (const encoded of ['', 'AAAA', 'oA', 'o2NmbXRkbm9uZQ', Buffer.alloc(200, 0xa3).toString('base64url')]) {
    expect(readAttestation(encoded)).toBeUndefined()
  }
})
