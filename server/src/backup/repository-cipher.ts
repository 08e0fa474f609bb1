import { createHmac, hkdfSync } from 'node:crypto'
import { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { BackupError } from './backup-error.ts'
import { passphraseKey } from './passphrase-key.ts'

export type Bytes = AsyncIterable<Uint8Array>

/** How the files of a repository are written and read. */
export type Cipher = {
  /** The ending of the names of its files. */
  ending: '' | '.age'
  encrypt(plain: Bytes): Bytes
  /** Throws when the bytes are not as they were written. */
  decrypt(written: Bytes): Bytes
  /** The name under which content is kept, from its SHA-256. */
  nameOf(sha256: Buffer): string
}

export const PLAIN: Cipher = {
  ending: '',
  encrypt: (plain) => plain,
  decrypt: (written) => written,
  nameOf: (sha256) => sha256.toString('hex'),
}

/** A new identity of age, and the file that holds it, which opens with the passphrase. */
export async function makeIdentity(passphrase: string): Promise<{ identity: string; keyFile: Uint8Array }> {
  const identity = await generateX25519Identity()
  const encrypter = new Encrypter()
  encrypter.addRecipient(passphraseKey(passphrase))
  const keyFile = await encrypter.encrypt(`# The key of a repository of Vestry's copies.\n${identity}\n`)
  return { identity, keyFile }
}

export async function openIdentityFile(keyFile: Uint8Array, passphrase: string): Promise<string> {
  const decrypter = new Decrypter()
  decrypter.addIdentity(passphraseKey(passphrase))
  const text = await decrypter.decrypt(keyFile, 'text').catch((cause: unknown) => {
    throw new BackupError('The passphrase is not the one of this repository, or its key.age is damaged.', {
      cause,
    })
  })
  return text.split('\n').find((line) => line.startsWith('AGE-SECRET-KEY-')) ?? ''
}

/**
 * Encrypts to the identity with age. Its recipient is nowhere in the repository, so nobody without the passphrase can
 * slip in files of their own; and the names of objects are keyed, so nobody can find out by them whether a file they
 * know is among them.
 */
export async function ageCipher(identity: string): Promise<Cipher> {
  const recipient = await identityToRecipient(identity)
  const nameKey = Buffer.from(hkdfSync('sha256', identity, '', 'vestry/backup/object-names', 32))
  return {
    ending: '.age',
    async *encrypt(plain) {
      const encrypter = new Encrypter()
      encrypter.addRecipient(recipient)
      yield* await encrypter.encrypt(ReadableStream.from(plain) as globalThis.ReadableStream<Uint8Array>)
    },
    async *decrypt(written) {
      const decrypter = new Decrypter()
      decrypter.addIdentity(identity)
      const plain = await decrypter.decrypt(
        ReadableStream.from(written) as globalThis.ReadableStream<Uint8Array>,
      )
      for await (const part of plain) {
        yield Buffer.from(part.buffer, part.byteOffset, part.length)
      }
    },
    nameOf: (sha256) => createHmac('sha256', nameKey).update(sha256).digest('hex'),
  }
}
