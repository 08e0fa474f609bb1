import { normalForm } from './normal-form.ts'
import { sanitize } from './sanitize.ts'
import { searchKey } from './search-key.ts'

// How people are compared, sorted and searched. No schema is here.

/**
 * Letters whose stroke or ligature Unicode doesn't take for an accent, though people who type a name may leave it out.
 */
const BASE_LETTERS: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
}
const WITHOUT_ACCENT = new RegExp(`[${Object.keys(BASE_LETTERS).join('')}]`, 'g')
const SIGNS = /[^\p{L}\p{N}]+/gu
const NOT_DIGITS = /\D+/g
const CONTACT_WORD = /[@\d]/
const PHONE_LIKE = /^[\d\s+().-]*\d[\d\s+().-]*$/

/**
 * A name as it is compared and sorted: without case, accents and apostrophes, and with a space for a hyphen. Two names
 * with one key are namesakes. It is never longer than three bytes a letter, so that an index has room for it.
 */
export function personKey(name: string): string {
  return normalForm(searchKey(name), 'NFC')
    .replace(WITHOUT_ACCENT, (letter) => BASE_LETTERS[letter] ?? '')
    .replace(SIGNS, ' ')
    .trim()
}

/** The keys that a person's entry is sorted and searched by. */
export function personKeys(person: { first_name: string; last_name: string; parent_contact: string }) {
  const first_key = personKey(person.first_name)
  const last_key = personKey(person.last_name)
  const digits = person.parent_contact.replace(NOT_DIGITS, '')
  const contact = [...person.parent_contact.split(/\s+/).map(runTogether), digits]
  const search_key = [first_key, last_key, ...new Set(contact)].filter((part) => part !== '').join(' ')
  return { first_key, last_key, search_key }
}

/**
 * The words of a search, each of which must be somewhere in a `search_key`; undefined when nothing is searched for, and
 * empty when nothing can be found. They hold only letters and digits.
 */
export function searchWords(text: string | undefined): string[] | undefined {
  if (text === undefined || text.trim() === '') {
    return undefined
  }
  const clean = sanitize(text)
  const words = PHONE_LIKE.test(clean)
    ? [phoneOf(clean)]
    : clean
        .split(' ')
        .flatMap((word) => (CONTACT_WORD.test(word) ? runTogether(word) : personKey(word).split(' ')))
  const once = [...new Set(words)].filter((word) => word !== '')
  return once.filter((word) => !once.some((other) => other !== word && other.includes(word)))
}

/** A part of a contact without its signs: `ana.lopez@example.org` as `analopezexampleorg`. */
function runTogether(word: string): string {
  return personKey(word).replaceAll(' ', '')
}

/** A number may be kept as +44 161 or as 0161: nobody should miss it because of the zeros before it. */
function phoneOf(text: string): string {
  const digits = text.replace(NOT_DIGITS, '')
  return digits.replace(/^0+(?=\d{4})/, '')
}
