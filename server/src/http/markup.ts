/** Text in which nothing needs to be escaped any more: a part of a page, or of a feed. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Value = Markup | string | number | undefined | false | readonly Value[]

/** HTML or XML: what is put into it is escaped, unless it is markup itself. Nothing stands for undefined and false. */
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

/** A text for HTML or XML, also within quotes. Characters that XML can't have are left out. */
export function escapeMarkup(text: string): string {
  return text.replace(NO_XML, '').replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
}

/** What XML 1.0 can't have at all. */
const NO_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu
