// A file of its own, since the console's table of pages needs no more of reports.

/** The reports beside those of attendance: a row for each step, a page and a file. */
export const FURTHER_REPORTS = ['guests'] as const
export type FurtherReport = (typeof FURTHER_REPORTS)[number]
