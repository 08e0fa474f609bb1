import { Fragment } from 'react'
import { contactParts } from './contact-parts.ts'

/** A parent's contact; whatever of it is a number or an address is ready to be called or written to. */
export function ContactLinks({ contact, none }: { contact: string; none: string }) {
  return contact === ''
    ? none
    : contactParts(contact).map(({ text, href }) =>
        href === undefined ? (
          <Fragment key={text}>{text}</Fragment>
        ) : (
          <a key={text} href={href}>
            {text}
          </a>
        ),
      )
}
