import { randomInt } from 'node:crypto'
import { CognitoError } from '../../errors.ts'
import { containsOwnerName, isCommonPassword, type Owner } from './password-dictionary.ts'

export type PasswordPolicy = {
  minLength: number
  requireLowercase: boolean
  requireUppercase: boolean
  requireNumbers: boolean
  requireSpecialCharacters: boolean
}

export const passwordPolicy: PasswordPolicy = {
  minLength: 8,
  requireLowercase: true,
  requireUppercase: true,
  requireNumbers: true,
  requireSpecialCharacters: true,
}

const MAX_CHARACTERS = 256
const SPECIAL = /[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+-]/

/** What a password lacks, in the protocol's words if it has any, or `undefined` when the password is good. */
export function policyViolation(
  password: string,
  owner: Owner = {},
  policy: PasswordPolicy = passwordPolicy,
): string | undefined {
  if (password.length < policy.minLength) {
    return 'Password not long enough'
  }
  if (password.length > MAX_CHARACTERS) {
    return 'Password too long'
  }
  if (policy.requireUppercase && !/\p{Lu}/u.test(password)) {
    return 'Password must have uppercase characters'
  }
  if (policy.requireLowercase && !/\p{Ll}/u.test(password)) {
    return 'Password must have lowercase characters'
  }
  if (policy.requireNumbers && !/\d/.test(password)) {
    return 'Password must have numeric characters'
  }
  if (policy.requireSpecialCharacters && !SPECIAL.test(password)) {
    return 'Password must have symbol characters'
  }
  if (isCommonPassword(password)) {
    return 'Password is one of those that are guessed first. Choose three or four words that have nothing to do with each other'
  }
  if (containsOwnerName(password, owner)) {
    return 'Password is made of your name, your email address or the name Vestry. Choose three or four other words'
  }
  return undefined
}

/** Throws InvalidPasswordException for a password that the policy refuses. */
export function checkPassword(password: string, owner: Owner): void {
  const flaw = policyViolation(password, owner)
  if (flaw) {
    throw new CognitoError('InvalidPasswordException', `Password did not conform with policy: ${flaw}`)
  }
}

const CONSONANTS = 'bdfghjkmnprstvz'
const VOWELS = 'aeiou'

/** A password to be read aloud and typed once, such as `Ravo-Mitu-Peka-5827`: 50 random bits, within the policy. */
export function makeTemporaryPassword(): string {
  const pick = (letters: string) => letters.charAt(randomInt(letters.length))
  const syllables = () => `${pick(CONSONANTS)}${pick(VOWELS)}${pick(CONSONANTS)}${pick(VOWELS)}`
  const word = () => syllables().replace(/^./, (letter) => letter.toUpperCase())
  return `${word()}-${word()}-${word()}-${randomInt(1000, 10_000)}`
}
