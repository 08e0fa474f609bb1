import { MIN_PHONE_DIGITS } from '@vestry/contract/sunday-school/station-rules.ts'

/** A whole telephone number: its country's code where it was written, and its digits without the zeros before them. */
export type WholeNumber = { country: string; national: string }

/** The codes of countries that have one digit or two; all others have three (ITU-T E.164). */
const COUNTRY = /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/
/** Between several numbers that were written into one field. */
const BETWEEN = /[/;,|]/

/** The numbers that a text has; those that are too short are none. */
export function readNumbers(text: string): WholeNumber[] {
  return text.split(BETWEEN).flatMap((part) => {
    const digits = part.replace(/\D+/g, '')
    const abroad = part.trim().startsWith('+') ? digits : /^00(\d+)$/.exec(digits)?.[1]
    const country = abroad === undefined ? '' : (COUNTRY.exec(abroad)?.[0] ?? '')
    const national = (abroad?.slice(country.length) ?? digits).replace(/^0+/, '')
    return national.length < MIN_PHONE_DIGITS ? [] : [{ country, national }]
  })
}

/** Whether two are one number, as far as their countries are known. */
export function isSameNumber(one: WholeNumber, other: WholeNumber): boolean {
  const [a, b] = [one.country, other.country]
  return one.national === other.national && (a === '' || b === '' || a === b)
}
