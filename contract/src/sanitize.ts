// What a person may type into a plain text field or a search box. No schema stands here: the browser loads it.

const SCRIPTS = /<(script|style)\b[^>]*>[\s\S]*?(<\/\1\s*>|$)/gi
const TAGS = /<\/?[a-z!][^>]*>?/gi

const EMAIL = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/
const DATE = /^(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})([T ]\d{1,2}:\d{2}(:\d{2})?)?$/
const PHONE = /^(?=.*\d)\(?\+?[\d\s().-]*$/

const NOT_IN_EMAIL = /[^A-Za-z0-9@._%+-]/g
/**
 * In the middle of a text an e-mail address is kept whole, and so is the + that begins a telephone number, also
 * where they stand in brackets or before a semicolon.
 */
const NOT_IN_TEXT =
  /(?<=(?:^|[\s,])\(?)([A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+(?=$|[\s,.]|[;:)]+(?:$|[\s,.]))|\+(?=(?:[\s().-]*\d){7}))|[^\p{L}\p{M}\p{N}\p{Join_C}\s\-_,.]/gu

/** Between letters of these scripts a joiner, or the sign that keeps them apart, is spelling: علی‌رضا, ශ්‍රී. */
const JOINING =
  '[\\p{scx=Arab}\\p{scx=Beng}\\p{scx=Deva}\\p{scx=Gujr}\\p{scx=Guru}\\p{scx=Khmr}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Mymr}\\p{scx=Orya}\\p{scx=Sinh}\\p{scx=Syrc}\\p{scx=Taml}\\p{scx=Telu}]'
const INVISIBLE = new RegExp(
  `((?<=${JOINING})\\p{Join_C}(?=${JOINING}))|[\\p{Default_Ignorable_Code_Point}\\p{Cf}]`,
  'gu',
)

/** Signs that are typed for an apostrophe; between two letters they mean the letter U+02BC. */
const APOSTROPHES = /(?<=[\p{L}\p{M}])['’‘`´ʼ′]+(?=\p{L})/gu
const APOSTROPHE = 'ʼ'
/** That letter, or an accent, where it belongs to no other letter. */
const STRAY = /(?<![\p{L}\p{M}])ʼ|ʼ(?!\p{L})|(?<![\p{L}\p{M}\p{N}\p{Join_C}])\p{M}+/gu

/**
 * Takes scripts and HTML tags out of a text. An e-mail address, a date and a telephone number keep the
 * signs that belong to them; of anything else only letters of every script with their accents, digits,
 * spaces and `- _ , .` remain. White space is collapsed, and an apostrophe between two letters becomes the
 * letter that it stands for there. What is clean stays as it is.
 */
export function sanitize(text: string): string {
  const clean = collapse(withoutSigns(withoutTags(inOneForm(text))))
  // Without a sign between them an accent may meet a letter, or digits become a telephone number.
  return clean === text ? clean : sanitize(clean)
}

/**
 * What a text would be saved as, if that reads otherwise than what was typed; white space, signs that nobody sees
 * and the form of an apostrophe make no difference.
 */
export function cleanedTo(text: string): string | undefined {
  const clean = sanitize(text)
  return clean === inOneForm(text) ? undefined : clean
}

/** Composed letters, single spaces, one form of apostrophe, and no sign that nobody sees. */
function inOneForm(text: string): string {
  const visible = text.normalize('NFC').replace(INVISIBLE, '$1')
  return collapse(visible).replace(APOSTROPHES, APOSTROPHE)
}

function withoutSigns(text: string): string {
  if (EMAIL.test(text)) {
    return text.replace(NOT_IN_EMAIL, '')
  }
  if (DATE.test(text) || PHONE.test(text)) {
    return text
  }
  return text.replace(NOT_IN_TEXT, '$1').replace(STRAY, '')
}

/** Each is taken out until none is left, because taking one out may put another one together. */
function withoutTags(text: string): string {
  return collapse(withoutAny(TAGS, withoutAny(SCRIPTS, text)))
}

function withoutAny(pattern: RegExp, text: string): string {
  const without = text.replace(pattern, '')
  return without === text ? text : withoutAny(pattern, without)
}

function collapse(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}
