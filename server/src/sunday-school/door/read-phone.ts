/**
 * A telephone number as E.164 writes it, such as `+34600111222`; undefined where it is none, or is without its country and
 * `country` (its digits) doesn't say which that is.
 */
export function internationalNumber(phone: string, country: string | undefined): string | undefined {
  const [first = ''] = phone.replace('(0)', '').split(/[,;/]/)
  const dialled = first.replace(/[^\d+]/g, '').replace(/^00/, '+')
  const whole = dialled.startsWith('+')
    ? dialled
    : country !== undefined && `+${country}${KEEPS_ZERO.has(country) ? dialled : dialled.replace(/^0/, '')}`
  return whole && /^\+[1-9]\d{6,14}$/.test(whole) ? whole : undefined
}

/** In Italy the first 0 is dialled from abroad too. */
const KEEPS_ZERO = new Set(['39'])
