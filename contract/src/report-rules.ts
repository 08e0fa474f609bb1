// The constants of reports. No schema is here, so that the browser may load it.

/** What one bar of a report stands for. */
export const REPORT_STEPS = ['week', 'month', 'year'] as const
export type ReportStep = (typeof REPORT_STEPS)[number]

/** How many days one report may span: thirty years. */
export const MAX_REPORT_DAYS = 10_958

/** How many classes a register shows: a year of Sundays, and some. */
export const MAX_REGISTER_CLASSES = 60
