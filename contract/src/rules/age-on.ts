/** The whole years between two days, both `YYYY-MM-DD`. */
export function ageOn(today: string, birthdate: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthdate.slice(0, 4))
  return lastBirthdayOn(today) < birthdate.slice(5) ? years - 1 : years
}

/**
 * The last birthday, `MM-DD`, that is on this day: a person born on 29 February has it on the 28th in a year without
 * one.
 */
export function lastBirthdayOn(day: string): string {
  const monthDay = day.slice(5)
  return monthDay === '02-28' && new Date(`${day}T24:00:00Z`).getUTCDate() === 1 ? '02-29' : monthDay
}
