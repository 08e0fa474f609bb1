/** One message to one person, as plain text. */
export type Email = { to: string; subject: string; text: string }

/**
 * Hands an email over for delivery; resolves when the mail server has accepted it or it is in the outbox. An error has
 * `mayHaveArrived` if the server had the whole email and then didn't answer.
 */
export type SendEmail = (email: Email) => Promise<void>
