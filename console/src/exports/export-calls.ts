import type { ExportFormat, ExportPart } from '@vestry/contract/rules/export-rules.ts'
import { downloadFile } from '../api/call-api.ts'
import { churchToday } from '../api/church-day.ts'
import { currentLanguage } from '../messages/messages.ts'

export const EXPORTS = ['attendees', 'rosters', 'attendance'] as const
export type ExportKind = (typeof EXPORTS)[number]

/** What somebody chose in the dialog; days and parts are for the lists that have them. */
export type ExportChoice = {
  kind: ExportKind
  parts: readonly ExportPart[]
  from: string
  to: string
}

/** A table of a report as it can be kept: what it is called, and how the browser gets it. */
export type ReportFile = { label: string; save: (format: ExportFormat) => Promise<void> }

export async function exportList(
  { kind, parts, from, to }: ExportChoice,
  format: ExportFormat,
): Promise<void> {
  const language = currentLanguage()
  const name = `vestry-${kind}-${churchToday()}.${format}`
  if (kind === 'attendance') {
    await downloadFile('GET /attendance/export', name, { query: { format, language, from, to } })
  } else {
    const call = kind === 'rosters' ? 'GET /classes/roster/export' : 'GET /attendees/export'
    await downloadFile(call, name, { query: { format, language, with: parts.join(',') } })
  }
}

/** Has the browser keep everything about a child, as one page in the language of the console. */
export async function exportChild(id: number): Promise<void> {
  const name = `vestry-attendee-${id}-${churchToday()}.html`
  const query = { attendee_id: id, language: currentLanguage() }
  await downloadFile('GET /attendees/profile/export', name, { query })
}
