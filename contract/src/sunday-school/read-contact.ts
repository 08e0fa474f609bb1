// Reads what stands at a child as its parents' contact, such as "Mum: Ana López, 0161 496 0000, ana@example.org".

export type Contact = { first_name: string; last_name: string; phone: string; email: string }

const EMAIL = /[^\s,;<>()]+@[^\s,;<>()]+\.[^\s,;<>()]+/
const PHONE = /\(?\+?\(?\d[\d\s().\-/]{4,}\d/
/** What people write before a name to say who it is. */
const WHO =
  /^(?:mum|mom|mother|mummy|dad|father|daddy|parents?|guardian|gran(?:ny|dma|dpa|dmother|dfather)?|mam[aá]|madre|pap[aá]|padre|abuel[ao]|t[ií][ao])(?!\p{L})\s*[:.\-–]?\s*/iu
const ENDS = /^[\s,;:.\-–/()]+|[\s,;:.\-–/()]+$/gu

/** One adult of a contact: the name may be empty, the others too. */
export function readContact(contact: string): Contact {
  const email = EMAIL.exec(contact)?.[0] ?? ''
  const rest = contact.replace(EMAIL, ' ')
  const number = (PHONE.exec(rest)?.[0] ?? '').trim()
  // Brackets around a whole number are none of its own.
  const phone = number.includes(')') ? number : number.replace('(', '')
  const name = (
    rest
      .replace(PHONE, ' ')
      .split(/[,;\n]/)
      .map(cleanName)
      .find((part) => part !== '') ?? ''
  ).slice(0, 120)
  const words = name.split(' ')
  const isName =
    words.length <= 5 && [words[0], words.at(-1)].every((word) => /^(?!\p{Ll})\p{L}/u.test(word ?? ''))
  return {
    first_name: isName ? (words.length > 1 ? words.slice(0, -1).join(' ') : name) : '',
    last_name: isName && words.length > 1 ? (words.at(-1) ?? '') : '',
    phone,
    email,
  }
}

function cleanName(part: string): string {
  return part.replace(ENDS, '').replace(WHO, '').replace(ENDS, '').replace(/\s+/g, ' ')
}

/** What makes two contacts the same one: the last nine digits of a telephone number, or an email address; else empty. */
export function contactKey({ phone, email }: Pick<Contact, 'phone' | 'email'>): string {
  const digits = phone.replace(/\D+/g, '')
  return digits.length >= 6 ? digits.slice(-9) : email.toLowerCase()
}
