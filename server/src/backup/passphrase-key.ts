import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { type Identity, type Recipient, Stanza } from 'age-encryption'

/** 2^18 blocks, as the age tool takes it: about a second and 256 MB for each guess. */
const WORK = 18
const MAX_WORK = 20
const LABEL = 'age-encryption.org/v1/scrypt'
const TAG_BYTES = 16

/**
 * The stanza of age for a passphrase (C2SP age.md, "The scrypt recipient type"). The package's own blocks the event
 * loop for a second; this one computes in a thread of Node's.
 */
export function passphraseKey(passphrase: string, work = WORK): Recipient & Identity {
  return {
    async wrapFileKey(fileKey) {
      const salt = randomBytes(16)
      const key = await stretch(passphrase, salt, work)
      const cipher = createCipheriv('chacha20-poly1305', key, Buffer.alloc(12), { authTagLength: TAG_BYTES })
      const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()])
      return [new Stanza(['scrypt', salt.toString('base64').replace(/=+$/, ''), `${work}`], body)]
    },
    async unwrapFileKey([stanza, ...more]) {
      const [type, salt = '', asked = ''] = stanza?.args ?? []
      if (!stanza || more.length > 0 || type !== 'scrypt' || !/^[1-9]\d?$/.test(asked)) {
        return null
      }
      if (Number(asked) > MAX_WORK || stanza.body.length !== 2 * TAG_BYTES) {
        return null
      }
      const key = await stretch(passphrase, Buffer.from(salt, 'base64'), Number(asked))
      const cipher = createDecipheriv('chacha20-poly1305', key, Buffer.alloc(12), {
        authTagLength: TAG_BYTES,
      })
      cipher.setAuthTag(stanza.body.subarray(TAG_BYTES))
      try {
        return Buffer.concat([cipher.update(stanza.body.subarray(0, TAG_BYTES)), cipher.final()])
      } catch {
        return null
      }
    },
  }
}

function stretch(passphrase: string, salt: Buffer, work: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const cost = { N: 2 ** work, r: 8, p: 1, maxmem: 2 ** (work + 10) + 2 ** 20 }
  scrypt(passphrase, Buffer.concat([Buffer.from(LABEL), salt]), 32, cost, (error, key) =>
    error ? reject(error) : resolve(key),
  )
  return promise
}
