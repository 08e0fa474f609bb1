/** Text in which everything is escaped already: a part of a page, or of a feed. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Value = Markup | string | number | undefined | false | readonly Value[]

/**
 * HTML or XML: the values put into it are escaped, unless they are markup themselves. undefined and false become
 * nothing.
 */
export function markup(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return new Markup(parts.map((part, at) => (at === 0 ? part : textOf(values[at - 1]) + part)).join(''))
}

function textOf(value: Value): string {
  if (value instanceof Markup) {
    return value.text
  }
  if (Array.isArray(value)) {
    return value.map(textOf).join('')
  }
  return value === undefined || value === false ? '' : escapeMarkup(String(value))
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A text for HTML or XML, also within quotes. Characters that XML doesn't allow are left out. */
export function escapeMarkup(text: string): string {
  return text.replace(NO_XML, '').replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
}

/** The characters that XML 1.0 doesn't allow at all. */
const NO_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu
