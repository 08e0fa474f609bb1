import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Encryptor } from '../keys/encryptor.ts'
import { type Verifier, verifierOf } from './srp-exchange.ts'
import { bytesOf, N, numberOf } from './srp-group.ts'

/** Whose password is meant: that of a user, or of a name that nobody has, which must look and cost the same. */
export type Subject = { sub: string; encryptedVerifier: string | undefined }

export type Passwords = ReturnType<typeof createPasswords>

/**
 * Keeps passwords as SRP verifiers, encrypted for their owner's row. A name that nobody has gets a salt and a
 * verifier that are always the same for it, made from the key, so that it can't be distinguished from a real one.
 */
export function createPasswords(encryptor: Encryptor, poolName: string) {
  const decryptVerifier = (subject: Subject): Verifier => {
    if (subject.encryptedVerifier === undefined) {
      return {
        salt: numberOf(encryptor.deriveKey('fake-salt', SALT_BYTES, subject.sub)),
        v: numberOf(encryptor.deriveKey('fake-verifier', 384, subject.sub)) % N,
      }
    }
    const [salt = '', v = ''] = encryptor
      .decrypt('verifier', subject.sub, subject.encryptedVerifier)
      .split('.')
    return { salt: BigInt(`0x${salt}`), v: BigInt(`0x${v}`) }
  }
  return {
    poolName,
    decryptVerifier,
    /** Turns a password into the form in which it is kept. */
    encryptVerifier(sub: string, password: string): string {
      const { salt, v } = verifierOf(numberOf(randomBytes(SALT_BYTES)), poolName, sub, password)
      return encryptor.encrypt('verifier', sub, `${salt.toString(16)}.${v.toString(16)}`)
    },
    /** Whether it is the subject's password; costs the same for a name that nobody has, and is then false. */
    matches(subject: Subject, password: string): boolean {
      const kept = decryptVerifier(subject)
      const tried = verifierOf(kept.salt, poolName, subject.sub, password)
      return sameBytes(bytesOf(kept.v), bytesOf(tried.v)) && subject.encryptedVerifier !== undefined
    },
  }
}

const SALT_BYTES = 16

/** Compares in constant time. */
export function sameBytes(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}
