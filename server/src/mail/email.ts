/** One message to one person, as plain text. */
export type Email = { to: string; subject: string; text: string }

/**
 * Hands an email over for delivery; resolves when it is accepted by the mail server or written to the outbox. An error
 * says with `mayHaveArrived` that the server had the whole email and then was silent.
 */
export type SendEmail = (email: Email) => Promise<void>
