/**
 * Whether a text has the form of an e-mail address; whether letters arrive there only a letter can tell. Signs that
 * end or quote an address in letters and lists (RFC 5322, 3.2.3), and what nobody can see, are in none.
 */
export function isEmailAddress(text: string): boolean {
  return /^[^\s\p{C}@"(),:;<>[\]\\]+@[^\s\p{C}@"(),:;<>[\]\\]+$/u.test(text) && text.length <= 320
}
