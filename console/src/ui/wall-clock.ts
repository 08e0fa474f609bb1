import { church } from '../console-config.ts'
import { dateFormat } from './intl-formats.ts'

/**
 * The church's wall clock. Its texts, such as `2025-11-16T10:30:00`, name no time zone, so they are read and written as
 * they are: the browser's own zone never moves them.
 */
export function formatWallClock(text: string, locale: string): string {
  return formatParts(text, locale, ({ date, time }) => `${date}, ${time}`)
}

/** The same with its end, if there is one: `Sun 16 Nov 2025, 10:30–11:30`. */
export function formatSpan(
  span: { session_datetime: string; end_time?: string | undefined },
  locale: string,
) {
  return formatWallClock(span.session_datetime, locale) + endOf(span, locale)
}

/** Only its times: `10:30–11:30`. */
export function formatTimes(
  span: { session_datetime: string; end_time?: string | undefined },
  locale: string,
): string {
  return formatTime(span.session_datetime, locale) + endOf(span, locale)
}

function endOf({ end_time = '' }: { end_time?: string | undefined }, locale: string): string {
  return end_time === '' ? '' : `\u2013${formatClock(end_time, locale)}`
}

/** Only its date: `Sun 16 Nov 2025`. */
export function formatDate(text: string, locale: string): string {
  return formatParts(text, locale, ({ date }) => date)
}

function formatParts(
  text: string,
  locale: string,
  write: (parts: { date: string; time: string }) => string,
): string {
  const moment = new Date(`${text.slice(0, 19)}Z`)
  if (Number.isNaN(moment.getTime())) {
    return text
  }
  const part = partsOf(moment, locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  })
  const date = `${part('weekday')} ${part('day')} ${part('month')} ${part('year')}`
  return write({ date, time: formatTime(text, locale) })
}

/** Its time of day, in the church's format. */
export function formatTime(text: string, locale: string): string {
  return formatClock(text.slice(11, 16), locale)
}

/** A time of day, `HH:MM`, in the church's format: `10:30`, or `10:30 am`. */
export function formatClock(time: string, locale: string): string {
  if (church().hours === '24') {
    return time
  }
  const part = partsOf(new Date(`1970-01-01T${time}Z`), locale, { hour: 'numeric', hourCycle: 'h12' })
  return `${part('hour')}:${time.slice(3)} ${part('dayPeriod')}`
}

/** The text in the form of `<input type="datetime-local">`: to the minute, unless there are seconds. */
export function toInputValue(text: string): string {
  const whole = text.split('.')[0] ?? ''
  return whole.endsWith(':00') && whole.length === 19 ? whole.slice(0, 16) : whole
}

/** A day, `2026-11-15`, with its weekday and without its year: `Sunday 15 November`, `Domingo 15 noviembre`. */
export function formatDay(day: string, locale: string): string {
  const part = partsOf(new Date(day), locale, { weekday: 'long', day: 'numeric', month: 'long' })
  return capitalised(`${part('weekday')} ${part('day')} ${part('month')}`, locale)
}

/** A day of these months, where there is little room: `5 Dec`, `5 dic`. */
export function formatShortDay(day: string, locale: string): string {
  return `${Number(day.slice(8, 10))} ${written(day, locale, { month: 'short' })}`
}

/** The parts of a date as it is written, by their names. */
function partsOf(date: Date, locale: string, options: Intl.DateTimeFormatOptions) {
  const parts = dateFormat(locale, { ...options, timeZone: 'UTC' }).formatToParts(date)
  return (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? ''
}

/** A day in these words, such as its month. */
export function written(day: string, locale: string, options: Intl.DateTimeFormatOptions): string {
  return dateFormat(locale, { ...options, timeZone: 'UTC' }).format(new Date(day))
}

/** As a heading or a sentence begins. */
export function capitalised(text: string, locale: string): string {
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1)
}
