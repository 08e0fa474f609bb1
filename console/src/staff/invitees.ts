import { EMAIL_PATTERN } from '@vestry/contract/records/record-fields.ts'
import { STAFF_FIELDS } from '@vestry/contract/records/staff-record.ts'

export type Invitee = {
  email: string
  name: string
  /** As it was typed. */
  text: string
}

/** A piece of the list: a comma within quotation marks or angle brackets parts nothing. */
const PIECES = /(?:"[^"\n]*"|<[^>\n]*>|[^,;\n])+/g

/**
 * Everybody whom a list of addresses names, once each: one to a line or parted by commas, with or without a name
 * before the address. A name that is not given is made of the address.
 */
export function readInvitees(list: string): Invitee[] {
  const all = [...list.matchAll(PIECES)].flatMap(([piece]) => piecesOf(piece.trim())).map(readInvitee)
  return [...new Map(all.toReversed().map((one) => [one.email, one])).values()].reverse()
}

export function isAddress(email: string): boolean {
  return EMAIL_PATTERN.test(email) && email.length <= STAFF_FIELDS.email.max
}

/** Addresses that only white space parts are one each. */
function piecesOf(piece: string): string[] {
  const words = piece.split(/\s+/).filter((word) => word !== '')
  return words.every((word) => word.includes('@') && !word.includes('<')) ? words : [piece]
}

function readInvitee(text: string): Invitee {
  const [, before = '', bracketed] = /^(.*)<([^<>]*)>$/s.exec(text) ?? /^(.*\s)(\S+@\S+)$/s.exec(text) ?? []
  const email = (bracketed ?? text).trim().toLowerCase()
  const name = before.replaceAll('"', '').trim() || nameOfAddress(email)
  return { email, name: name.slice(0, STAFF_FIELDS.name.max), text }
}

/** `ruth.amos@example.org` as Ruth Amos. */
function nameOfAddress(email: string): string {
  const words = email
    .replace(/[@+].*$/s, '')
    .split(/[._-]+/)
    .filter((word) => word !== '')
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ') || email
}
