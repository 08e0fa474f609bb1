const dates: Record<string, Intl.DateTimeFormat> = {}
const numbers: Record<string, Intl.NumberFormat> = {}

/** How dates are written; made once for a language and its options, since that takes far longer than to use it. */
export function dateFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = language + JSON.stringify(options)
  dates[key] ??= new Intl.DateTimeFormat(language, options)
  return dates[key]
}

/** The same for numbers. */
export function numberFormat(language: string, options?: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = language + JSON.stringify(options)
  numbers[key] ??= new Intl.NumberFormat(language, options)
  return numbers[key]
}
