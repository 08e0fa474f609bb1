import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** What the key of the key file is used for; each purpose has a key of its own, derived from it. */
export type Encryptor = {
  /**
   * Encrypts a text and binds it to `context`, such as the row to which it belongs; it can be decrypted nowhere else.
   */
  encrypt(purpose: string, context: string, plain: string): string
  /** Throws when the text was changed, or was encrypted for another purpose or context. */
  decrypt(purpose: string, context: string, encrypted: string): string
  /** A keyed digest of 32 bytes: the same for the same parts, and impossible to make without the key. */
  mac(purpose: string, ...parts: string[]): Buffer
  /** As many such bytes as are asked for, by HKDF. */
  deriveKey(purpose: string, length: number, ...parts: string[]): Buffer
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

export function createEncryptor(key: Buffer): Encryptor {
  const keys = new Map<string, Buffer>()
  const keyFor = (purpose: string) => {
    const known = keys.get(purpose) ?? Buffer.from(hkdfSync('sha256', key, '', `vestry/${purpose}`, 32))
    keys.set(purpose, known)
    return known
  }
  return {
    encrypt(purpose, context, plain) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', keyFor(`seal/${purpose}`), nonce)
      cipher.setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')
    },
    decrypt(purpose, context, encrypted) {
      const bytes = Buffer.from(encrypted, 'base64')
      const decipher = createDecipheriv(
        'aes-256-gcm',
        keyFor(`seal/${purpose}`),
        bytes.subarray(0, NONCE_BYTES),
        { authTagLength: TAG_BYTES },
      )
      decipher.setAAD(Buffer.from(context))
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      return (
        decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      )
    },
    mac: (purpose, ...parts) =>
      createHmac('sha256', keyFor(`mac/${purpose}`))
        .update(JSON.stringify(parts))
        .digest(),
    deriveKey: (purpose, length, ...parts) =>
      Buffer.from(hkdfSync('sha256', keyFor(`mac/${purpose}`), '', JSON.stringify(parts), length)),
  }
}
