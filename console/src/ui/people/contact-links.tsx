import { Fragment } from 'react'
import { contactParts } from './contact-parts.ts'

/** A parent's contact; the numbers and addresses in it are links to call or write to. */
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
