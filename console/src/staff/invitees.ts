import { EMAIL_PATTERN } from '@vestry/contract/records/record-fields.ts'
import { STAFF_FIELDS } from '@vestry/contract/records/staff-record.ts'

export type Invitee = {
  email: string
  name: string
  /** The text as it was typed. */
  text: string
}

/** A part of the list: a comma within quotation marks or angle brackets doesn't separate. */
const PIECES = /(?:"[^"\n]*"|<[^>\n]*>|[^,;\n])+/g

/**
 * Everybody in a list of addresses, once each: one on each line or separated by commas, with or without a name before
 * the address. A missing name is made from the address.
 */
export function readInvitees(list: string): Invitee[] {
  const all = [...list.matchAll(PIECES)].flatMap(([piece]) => piecesOf(piece.trim())).map(readInvitee)
  return [...new Map(all.toReversed().map((one) => [one.email, one])).values()].reverse()
}

export function isAddress(email: string): boolean {
  return EMAIL_PATTERN.test(email) && email.length <= STAFF_FIELDS.email.max
}

/** Addresses with only white space between them count separately. */
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

/** Makes `ruth.amos@example.org` into Ruth Amos. */
function nameOfAddress(email: string): string {
  const words = email
    .replace(/[@+].*$/s, '')
    .split(/[._-]+/)
    .filter((word) => word !== '')
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ') || email
}
