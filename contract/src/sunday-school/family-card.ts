// The card of a family: a number, as a QR code, that a station takes in place of a telephone number. Digits are the same
// on all keyboards, as which scanners type, and there are more of them than a telephone number has (15 in ITU-T E.164).

export const CARD_DIGITS = 20

const BETWEEN = /[\s-]+/g
const CARD = new RegExp(`^\\d{${CARD_DIGITS}}$`)

/** The number of a card as it was scanned or typed; `undefined` if it is none. */
export function readCard(typed: string): string | undefined {
  const digits = typed.replace(BETWEEN, '')
  return CARD.test(digits) ? digits : undefined
}

/** The number as people read it, in groups of four digits. */
export function formatCard(card: string): string {
  return card.replace(/\d{4}(?=\d)/g, '$& ')
}
