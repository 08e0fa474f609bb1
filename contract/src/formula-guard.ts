/** Where a spreadsheet may begin a cell, also one whose language parts cells at semicolons. */
const BEGINNING = '(?<=^|[;\\t\\r\\n])'
/** What it would take for a formula; white space, signs that nobody sees and our own apostrophes may come first. */
const FORMULA = "(?=[\\s\\p{Cf}']*[=+\\-@\\t\\r＝＋－＠])"
const UNGUARDED = new RegExp(`${BEGINNING}${FORMULA}`, 'gu')
const GUARDED = new RegExp(`${BEGINNING}'${FORMULA}`, 'gu')

/** A text with an apostrophe before whatever looks like a formula: a spreadsheet shows it and does not calculate it. */
export function guardFormulas(text: string): string {
  return text.replace(UNGUARDED, "'")
}

/** The text that `guardFormulas` was given. */
export function unguardFormulas(text: string): string {
  return text.replace(GUARDED, '')
}
