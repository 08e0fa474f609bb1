/** One message to one person, as plain text. */
export type Letter = { to: string; subject: string; text: string }

/** Hands a letter over for delivery; resolves when it is accepted by the mail server or lies in the outbox. */
export type SendEmail = (letter: Letter) => Promise<void>
