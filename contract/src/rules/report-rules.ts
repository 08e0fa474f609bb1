// The constants and the arithmetic of reports. No schema is here, so that the browser may load it.

/** What one bar of a report stands for. */
export const REPORT_STEPS = ['week', 'month', 'year'] as const
export type ReportStep = (typeof REPORT_STEPS)[number]

/** A report that counts every day can also be shown by days. */
export const DAILY_STEPS = ['day', ...REPORT_STEPS] as const
export type DailyStep = (typeof DAILY_STEPS)[number]

/** What a report is compared with: as many days before, or the term before of a class. */
export const COMPARISONS = ['days', 'term'] as const
export type Comparison = (typeof COMPARISONS)[number]

/** How many days a report may span: thirty years. */
export const MAX_REPORT_DAYS = 10_958

/** How many classes a register shows: a year of Sundays, and some. */
export const MAX_REGISTER_CLASSES = 60

/** The tables of the report of attendance: by time, and by class. */
export const REPORT_TABLES = ['steps', 'series'] as const
export type ReportTable = (typeof REPORT_TABLES)[number]

/** The tables of the report of guests: by time, and the new ones by name. */
export const GUEST_TABLES = ['steps', 'guests'] as const
export type GuestTable = (typeof GUEST_TABLES)[number]

/** The tables of the report of downloads: by time, and by sermon. */
export const DOWNLOAD_TABLES = ['steps', 'sermons'] as const
export type DownloadTable = (typeof DOWNLOAD_TABLES)[number]

/** How many of the most downloaded sermons a report names; its file names all of them. */
export const MAX_NAMED_SERMONS = 50

/** How many new guests a report names; its file names all of them. */
export const MAX_NAMED_GUESTS = 100

/** The share of the new guests who came again, 0 to 1; nothing if nobody was new. */
export function returnShareOf({ newcomers, came_again }: { newcomers: number; came_again: number }) {
  return newcomers === 0 ? undefined : came_again / newcomers
}

/** The share of those recorded who were present, 0 to 1; nothing if nobody is recorded. */
export function shareOf({ present, absent }: { present: number; absent: number }): number | undefined {
  const recorded = present + absent
  return recorded === 0 ? undefined : present / recorded
}

/** How many were present at a class whose roll was taken; nothing if no roll was. */
export function averageOf({ present, rolls }: { present: number; rolls: number }): number | undefined {
  return rolls === 0 ? undefined : present / rolls
}

/** How a report writes its numbers, on the page and in a file, with a dash for a missing one. */
export function numbersIn(language: string) {
  const whole = new Intl.NumberFormat(language)
  const percent = new Intl.NumberFormat(language, { style: 'percent' })
  const tenths = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  const orDash = (format: Intl.NumberFormat) => (value: number | undefined) =>
    value === undefined ? '–' : format.format(value)
  return { whole: orDash(whole), percent: orDash(percent), tenths: orDash(tenths) }
}
