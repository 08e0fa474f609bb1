const kept = new Map<string, Intl.DateTimeFormat | Intl.NumberFormat>()

/** How dates are written; made once for a language and its options, since that takes far longer than to use it. */
export function dateFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return keep(`date ${language}`, options, () => new Intl.DateTimeFormat(language, options))
}

/** The same for numbers. */
export function numberFormat(language: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  return keep(`number ${language}`, options, () => new Intl.NumberFormat(language, options))
}

function keep<Format extends Intl.DateTimeFormat | Intl.NumberFormat>(
  kind: string,
  options: object,
  make: () => Format,
): Format {
  const key = kind + JSON.stringify(options)
  const format = (kept.get(key) as Format | undefined) ?? make()
  kept.set(key, format)
  return format
}
