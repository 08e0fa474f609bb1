/** One message to one person, as plain text. */
export type Email = { to: string; subject: string; text: string }

/** Hands an email over for delivery; resolves when it is accepted by the mail server or written to the outbox. */
export type SendEmail = (email: Email) => Promise<void>
