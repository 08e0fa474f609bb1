// The one place where text is brought into a form of Unicode. No schema is here.

/** As many marks as Unicode's own stream-safe text puts on a letter; no language needs a third of them. */
const MAX_MARKS = 30
/** The two signs aren't marks, but become some in the compatibility forms. */
const MANY_MARKS = new RegExp(`([\\p{M}\\uFF9E\\uFF9F]{${MAX_MARKS}})[\\p{M}\\uFF9E\\uFF9F]+`, 'gu')

/**
 * A text in a form of Unicode. Marks on a letter are put in order one by one, which takes the square of their number:
 * those beyond {@link MAX_MARKS} are dropped first.
 */
export function normalForm(text: string, form: 'NFC' | 'NFD' | 'NFKD'): string {
  return text.replace(MANY_MARKS, '$1').normalize(form)
}
