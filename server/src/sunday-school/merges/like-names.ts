import { countSlips } from '@vestry/contract/text/count-slips.ts'

// Whether two names may be one child's. They are compared by their keys, as namesakes are: without case and accents.

type Named = { first_key: string; last_key: string }

/** The same name, or, where `how` is `like`, one with a slip or two; first and last name may have changed places. */
export function areAlike(one: Named, other: Named, how: 'same' | 'like'): boolean {
  const match = how === 'same' ? (a: string, b: string) => a === b : isLike
  return (
    (match(one.first_key, other.first_key) && match(one.last_key, other.last_key)) ||
    (match(one.first_key, other.last_key) && match(one.last_key, other.first_key))
  )
}

/** How many slips a name of this length may have: Ana and Eva are two names. */
function slipsOf(length: number): number {
  return length < 4 ? 0 : length < 6 ? 1 : 2
}

/** Whether one name becomes the other by adding, leaving out or changing a letter or two, or swapping neighbours. */
export function isLike(one: string, other: string): boolean {
  const most = slipsOf(Math.max(one.length, other.length))
  return (
    one === other ||
    (most > 0 &&
      Math.abs(one.length - other.length) <= most &&
      // Most pairs end here. A slip takes one letter away and brings another one at the most.
      countBits(lettersOf(one) ^ lettersOf(other)) <= 2 * most &&
      countSlips(one, other) <= most)
  )
}

const LETTERS = 31

/** Which letters a name holds, as bits; some letters share one. */
function lettersOf(name: string): number {
  let bits = 0
  for (let at = 0; at < name.length; at += 1) {
    bits |= 1 << (name.charCodeAt(at) % LETTERS)
  }
  return bits
}

function countBits(bits: number): number {
  let count = 0
  for (let left = bits; left !== 0; left &= left - 1) {
    count += 1
  }
  return count
}

const MIN_DIGITS = 7
/** A number may be kept with the code of its country or without. */
const LOCAL_DIGITS = 9

/** By what a contact is the same as another one: its number, each email address, and all of it. */
export function contactKeys(contact: string): string[] {
  const whole = contact.toLowerCase().replace(/\s+/g, ' ').trim()
  const digits = contact.replace(/\D+/g, '')
  const emails = whole.includes('@') ? (whole.match(/[^\s,;<>()]+@[^\s,;<>()]+/g) ?? []) : []
  const numbers = digits.length < MIN_DIGITS ? [] : [digits.slice(-LOCAL_DIGITS)]
  return [...new Set([whole, ...emails, ...numbers])].filter((key) => key !== '')
}
