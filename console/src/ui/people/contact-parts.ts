/** A part of a contact; with `href` it can be called or written to. */
export type ContactPart = { text: string; href?: string }

const LINKS = /(?<email>[^\s@,;<>()]+@[^\s@,;<>()]+\.[^\s@,;<>().]+)|(?<phone>\(?\+?\d[\d\s().-]{3,}\d)/g
const LEAST_DIGITS = 5

/** The parts of a contact as it was typed: each e-mail address and telephone number in it is a part of its own. */
export function contactParts(contact: string): ContactPart[] {
  const parts: ContactPart[] = []
  let from = 0
  for (const { 0: text, index, groups } of contact.matchAll(LINKS)) {
    const digits = text.replace(/[^\d+]/g, '')
    if (groups?.email === undefined && digits.length < LEAST_DIGITS) {
      continue
    }
    parts.push({ text: contact.slice(from, index) })
    parts.push({ text, href: groups?.email === undefined ? `tel:${digits}` : `mailto:${text}` })
    from = index + text.length
  }
  return [...parts, { text: contact.slice(from) }].filter(({ text }) => text !== '')
}
