/**
 * The church's wall clock. Its texts, `2025-11-16T10:30:00`, name no zone, so they are read and written as
 * they stand: the browser's own zone never moves them.
 */
export function formatWallClock(text: string, locale: string): string {
  const moment = new Date(`${text.slice(0, 19)}Z`)
  if (Number.isNaN(moment.getTime())) {
    return text
  }
  const parts = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
  }).formatToParts(moment)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? ''
  const date = `${part('weekday')} ${part('day')} ${part('month')} ${part('year')}`
  return `${date}, ${part('hour')}:${part('minute')}`
}

/** The text as `<input type="datetime-local">` wants it: to the minute, unless there are seconds. */
export function toInputValue(text: string): string {
  const whole = text.split('.')[0] ?? ''
  return whole.endsWith(':00') && whole.length === 19 ? whole.slice(0, 16) : whole
}
