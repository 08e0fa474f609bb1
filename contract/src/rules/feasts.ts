export type Feast = 'easter' | 'christmas'

/** The feast that falls on a day, `YYYY-MM-DD`. */
export function feastOn(day: string): Feast | undefined {
  if (day.slice(5) === '12-25') {
    return 'christmas'
  }
  return day === easterSunday(Number(day.slice(0, 4))) ? 'easter' : undefined
}

/** The day of Easter of a year in the Gregorian calendar, by the rule of Meeus, Jones and Butcher. */
export function easterSunday(year: number): string {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const skippedLeapDays = century - Math.floor(century / 4)
  const moonCorrection = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + skippedLeapDays - moonCorrection + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor((year % 100) / 4) - epact - (year % 4)) % 7
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451)
  const days = epact + weekday - 7 * late + 114
  return `${String(year).padStart(4, '0')}-0${Math.floor(days / 31)}-${String((days % 31) + 1).padStart(2, '0')}`
}
