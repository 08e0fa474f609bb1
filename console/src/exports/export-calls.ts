import {
  EXPORT_PARTS,
  type ExportFormat,
  LIST_PARTS,
  type ListPart,
  STAY_EXPORT_RIGHTS,
} from '@vestry/contract/rules/export-rules.ts'
import { downloadFile } from '../api/call-api.ts'
import { churchToday } from '../api/church-day.ts'
import { ownRole } from '../auth/use-own-role.ts'
import { church } from '../console-config.ts'
import { currentLanguage } from '../messages/messages.ts'

const EXPORTS = ['attendees', 'rosters', 'attendance', 'stays'] as const
export type ExportKind = (typeof EXPORTS)[number]

/** The lists that the signed-in person may export; arrivals where the church has a door. */
export function exportsOffered(): readonly ExportKind[] {
  const atDoor = church().door && ownRole().may(STAY_EXPORT_RIGHTS)
  return EXPORTS.filter((kind) => kind !== 'stays' || atDoor)
}

/** Lists of days. */
const OF_DAYS = { attendance: 'GET /attendance/export', stays: 'GET /door/stays/export' } as const

export function isOfDays(kind: ExportKind): kind is keyof typeof OF_DAYS {
  return kind in OF_DAYS
}

/** The choices in the dialog; days and parts are only for lists that have them. */
export type ExportChoice = {
  kind: ExportKind
  /** These children alone; otherwise all. */
  only: readonly number[] | undefined
  parts: readonly ListPart[]
  from: string
  to: string
}

/** What a list says only when it is asked for; families where the church keeps them. */
export function partsOf(kind: ExportKind): readonly ListPart[] {
  return kind === 'attendees' && church().families ? LIST_PARTS : EXPORT_PARTS
}

/** A report's table as a file: its name, and how the browser downloads it. */
export type ReportFile = { label: string; save: (format: ExportFormat) => Promise<void> }

export async function exportList(
  { kind, only, parts, from, to }: ExportChoice,
  format: ExportFormat,
): Promise<void> {
  const language = currentLanguage()
  const name = `vestry-${kind}-${churchToday()}.${format}`
  if (isOfDays(kind)) {
    await downloadFile(OF_DAYS[kind], name, { query: { format, language, from, to } })
  } else {
    const asked = partsOf(kind).filter((part) => parts.includes(part))
    const query = { format, language, with: asked.join(',') }
    await (kind === 'rosters'
      ? downloadFile('GET /classes/roster/export', name, { query })
      : downloadFile('GET /attendees/export', name, {
          query: { ...query, ...(only && { attendee_ids: only.join(',') }) },
        }))
  }
}

/** Downloads everything about a child, as one page in the language of the console. */
export async function exportChild(id: number): Promise<void> {
  const name = `vestry-attendee-${id}-${churchToday()}.html`
  const query = { attendee_id: id, language: currentLanguage() }
  await downloadFile('GET /attendees/profile/export', name, { query })
}
