import type { AuditRow } from './audit-sql.ts'

const COLUMNS = ['at', 'kind', 'actor_name', 'actor', 'subject_name', 'subject', 'address', 'detail'] as const
/** What a spreadsheet would take for a formula, also where its language has cells end at a semicolon. */
const FORMULA = /(^|[;\t\r\n])(?=[\s\p{Cf}]*[=+\-@\t\r＝＋－＠])/gu
/** Tells spreadsheets that it is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

export const CSV_HEAD = `${BYTE_ORDER_MARK}${COLUMNS.join(',')}\r\n`

/** An entry as a line of CSV (RFC 4180), its time in UTC. */
export function csvLine(row: AuditRow): string {
  const cells = COLUMNS.map((name) => (name === 'at' ? new Date(row.at).toISOString() : (row[name] ?? '')))
  return `${cells.map(csvCell).join(',')}\r\n`
}

/** An apostrophe before what looks like a formula makes a spreadsheet show it and not reckon it. */
function csvCell(text: string): string {
  const harmless = text.replace(FORMULA, "$1'")
  return /[",;\r\n]/.test(harmless) || harmless !== harmless.trim()
    ? `"${harmless.replaceAll('"', '""')}"`
    : harmless
}
