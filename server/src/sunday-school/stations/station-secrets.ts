import { createHash, randomBytes } from 'node:crypto'

/** A key of a station, or the secret of the link that pairs one: nobody guesses it. */
export function drawSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** What is kept of it. It has 256 random bits, so that a hash that is quick to make tells nothing. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
