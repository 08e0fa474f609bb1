import { dayAfter } from '../../church-time.ts'

/**
 * The birthday within this many days from `day` on, both ends included, and the age then reached. A person born on 29
 * February has it on the 28th in a year without one. Undefined if there is none, or the birth date is unknown.
 */
export function nextBirthday(
  birthdate: string,
  day: string,
  days: number,
): { day: string; age: number } | undefined {
  for (let later = 0; later <= days; later += 1) {
    const date = dayAfter(day, later) ?? ''
    const age = Number(date.slice(0, 4)) - Number(birthdate.slice(0, 4))
    if (age > 0 && birthdayIn(date.slice(0, 4), birthdate) === date) {
      return { day: date, age }
    }
  }
  return undefined
}

function birthdayIn(year: string, birthdate: string): string {
  const date = `${year}${birthdate.slice(4)}`
  return date.endsWith('-02-29') && new Date(date).getUTCDate() !== 29 ? `${year}-02-28` : date
}
