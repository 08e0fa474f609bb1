import type { TodayClass } from '@vestry/contract/calls/today.ts'

/**
 * The class whose roll is to be taken next: of today's classes that still need it the one nearest to now, otherwise the
 * first of a later day. The classes come by time, and none is from before today.
 */
export function chooseNext(classes: readonly TodayClass[], now: string): TodayClass | undefined {
  const held = classes.filter(({ cancelled }) => !cancelled)
  const today = held.filter((one) => isOnDayOf(one, now))
  const away = ({ session_datetime }: TodayClass) => Math.abs(Date.parse(session_datetime) - Date.parse(now))
  const [nearest] = today.filter((one) => !isTaken(one)).toSorted((one, other) => away(one) - away(other))
  return nearest ?? held.find((one) => !isOnDayOf(one, now))
}

export function isOnDayOf({ session_datetime }: { session_datetime: string }, time: string): boolean {
  return session_datetime.slice(0, 10) === time.slice(0, 10)
}

function isTaken({ children, recorded }: TodayClass): boolean {
  return recorded > 0 && recorded >= children
}
