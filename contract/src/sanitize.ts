// What a person may type into a plain text field or a search box. No schema stands here: the browser loads it.

const SCRIPTS = /<(script|style)\b[^>]*>[\s\S]*?(<\/\1\s*>|$)/gi
const TAGS = /<\/?[a-z!][^>]*>?/gi

const EMAIL = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/
const PHONE = /^\+?[\d\s().-]*\d[\d\s().-]*$/
const DATE = /^(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})([T ]\d{1,2}:\d{2}(:\d{2})?)?$/

const NOT_IN_EMAIL = /[^A-Za-z0-9@._%+-]/g
const NOT_IN_DATE = /[^\dT:/. -]/g
const NOT_IN_PHONE = /[^\d+(). -]/g
const NOT_IN_TEXT = /[^\p{L}\p{M}\p{N}\s\-_,.]/gu

/**
 * Takes scripts and HTML tags out of a text. An e-mail address, a date and a telephone number keep the
 * signs that belong to them; of anything else only letters of every script with their accents, digits,
 * spaces and `- _ , .` remain. White space is collapsed.
 */
export function sanitize(text: string): string {
  const plain = collapse(withoutTags(text))
  if (EMAIL.test(plain)) {
    return plain.replace(NOT_IN_EMAIL, '')
  }
  if (DATE.test(plain)) {
    return plain.replace(NOT_IN_DATE, '')
  }
  if (PHONE.test(plain)) {
    return collapse(plain.replace(NOT_IN_PHONE, ''))
  }
  return collapse(plain.replace(NOT_IN_TEXT, ''))
}

/** Each is taken out until none is left, because taking one out may put another one together. */
function withoutTags(text: string): string {
  return withoutAny(TAGS, withoutAny(SCRIPTS, text))
}

function withoutAny(pattern: RegExp, text: string): string {
  const without = text.replace(pattern, '')
  return without === text ? text : withoutAny(pattern, without)
}

function collapse(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}
