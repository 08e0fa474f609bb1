/** HTML whose every inserted text has been escaped. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Inserted = Html | string | number | false | undefined | readonly Html[]

/** Writes HTML; whatever is inserted and is not HTML itself is escaped, for text and for quoted attributes. */
export function html(pieces: TemplateStringsArray, ...inserted: Inserted[]): Html {
  return new Html(
    pieces.reduce((text, piece, index) => {
      const value = inserted[index]
      return text + piece + (index < inserted.length ? textOf(value) : '')
    }, ''),
  )
}

function textOf(value: Inserted): string {
  if (value === undefined || value === false) {
    return ''
  }
  if (value instanceof Html) {
    return value.text
  }
  return typeof value === 'object' ? value.map(textOf).join('') : escaped(String(value))
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
