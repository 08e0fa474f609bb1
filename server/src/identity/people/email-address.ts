/** Whether a text has the form of an e-mail address; whether letters arrive there only a letter can tell. */
export function isEmailAddress(text: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(text) && text.length <= 320
}
