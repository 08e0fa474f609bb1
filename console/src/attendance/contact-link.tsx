const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const PHONE = /^\+?[\d\s().-]{5,}$/

/** A parent's contact, ready to be called or written to where it can be. */
export function ContactLink({ contact, none }: { contact: string; none: string }) {
  if (EMAIL.test(contact)) {
    return <a href={`mailto:${contact}`}>{contact}</a>
  }
  if (PHONE.test(contact)) {
    return <a href={`tel:${contact.replace(/[^\d+]/g, '')}`}>{contact}</a>
  }
  return contact === '' ? none : contact
}
