const DAY = 24 * 60 * 60_000
const MINUTE = 60_000
/** The formats that every workbook has, of which these show days or times. */
const BUILT_IN = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const

/** Whether numbers of this format are days or times; what stands in quotes, in brackets or behind a backslash is shown as it is. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) {
    return BUILT_IN.some(([from, to]) => from <= id && id <= to)
  }
  const [first = ''] = code.replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '').split(';')
  return /[dmyhs]/i.test(first) && !/[#?]|general|standard/i.test(first)
}

/** A day, or a time where it is less than one, or both; it has no zone. Workbooks count the 29 February of 1900. */
export function textOfDate(number: number, since1904: boolean): string {
  const first = since1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, number < 60 ? 31 : 30)
  const moment = new Date(Math.round((first + number * DAY) / MINUTE) * MINUTE)
  if (Number.isNaN(moment.getTime()) || number < 0) {
    return String(number)
  }
  const [day = '', time = ''] = moment.toISOString().slice(0, 16).split('T')
  return number < 1 ? time : time === '00:00' ? day : `${day} ${time}`
}
