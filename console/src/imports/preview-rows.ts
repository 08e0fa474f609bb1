import type { CallInput } from '@vestry/contract/calls/api.ts'
import type { ImportCells, PlannedRow, SavedImport } from '@vestry/contract/calls/attendee-imports.ts'
import type { ImportKind } from '@vestry/contract/rules/import-rules.ts'
import type { FileRow } from './file-rows.ts'

/** The person's decision about a namesake: a new child, or the one with this number. */
export type Decision = 'new' | number

/** A row of the file with what it would do; without a plan, some of its cells can't be read. */
export type PreviewRow = FileRow & {
  kind: ImportKind
  plan: PlannedRow | undefined
  decision: Decision | undefined
  /** The person has left it out. */
  leftOut?: boolean
}

type SentRow = NonNullable<CallInput<'POST /attendees/imports'>['body']>['rows'][number]

/** The order in which the groups are shown; namesakes are asked about. */
export const SHOWN_KINDS = ['new', 'changed', 'adult', 'same', 'error'] as const

/** The cells that can be sent for a preview. */
export function cellsOf(rows: readonly FileRow[]): ImportCells[] {
  return rows.filter(isReadable).map(({ cells }) => cells)
}

/** The rows, with the plans of those that were sent. */
export function withPlans(rows: readonly FileRow[], plans: readonly PlannedRow[]): PreviewRow[] {
  const readable = rows.filter(isReadable)
  let sent = 0
  return rows.map((row) => {
    if (row !== readable[sent]) {
      return { ...row, kind: 'error', plan: undefined, decision: undefined }
    }
    const plan = plans[sent]
    sent += 1
    return { ...row, kind: plan?.kind ?? 'error', plan: inPlace(plan, readable), decision: undefined }
  })
}

/** Keeps what was decided of rows that are compared again; a decision for a child whom a row no longer may mean is gone. */
export function keepDecisions(rows: readonly PreviewRow[], former: readonly PreviewRow[]): PreviewRow[] {
  const before = new Map(former.map((row) => [row.line, row]))
  return rows.map((row) => {
    const { decision, leftOut = false } = before.get(row.line) ?? {}
    const stands =
      row.kind === 'namesake' &&
      (decision === 'new' || (row.plan?.known.some(({ id }) => id === decision) ?? false))
    return { ...row, decision: stands ? decision : undefined, ...(leftOut && { leftOut }) }
  })
}

/** The server counts a twin among the rows that were sent; here it counts among all rows. */
function inPlace(plan: PlannedRow | undefined, readable: readonly FileRow[]): PlannedRow | undefined {
  return plan?.twin === undefined ? plan : { ...plan, twin: readable[plan.twin]?.line ?? 0 }
}

function isReadable({ problems }: FileRow): boolean {
  return problems.length === 0
}

/** Leaves a row out, or puts it back. */
export function leaveOut(rows: readonly PreviewRow[], line: number, leftOut: boolean): PreviewRow[] {
  return rows.map((row) => (row.line === line ? { ...row, leftOut } : row))
}

export function decide(
  rows: readonly PreviewRow[],
  lines: ReadonlySet<number>,
  of: (row: PreviewRow) => Decision | undefined,
): PreviewRow[] {
  return rows.map((row) => (lines.has(row.line) ? { ...row, decision: of(row) } : row))
}

/** Whether a row is sent, and does something. */
export function isChosen(row: PreviewRow): boolean {
  if (row.leftOut) {
    return false
  }
  return (
    row.kind === 'new' ||
    row.kind === 'changed' ||
    (row.kind === 'namesake' && row.decision !== undefined) ||
    (row.kind === 'adult' && row.plan?.family?.adds === true) ||
    // Nothing of the child changes, but its number in another program is saved, or its family is filled.
    (row.kind === 'same' && (row.cells.source_id !== undefined || fillsFamily(row)))
  )
}

function fillsFamily({ plan }: PreviewRow): boolean {
  return plan?.family?.kind === 'new' || plan?.family?.kind === 'changed'
}

/** The child that a chosen row would change, or nobody yet. */
export function meantBy({ kind, plan, decision }: PreviewRow) {
  return kind === 'namesake' ? plan?.known.find(({ id }) => id === decision) : plan?.known[0]
}

/** The titles of the rosters on which a row puts a child that is not on them yet. */
export function newRosters(row: PreviewRow): string[] {
  const present = meantBy(row)?.enrolled ?? []
  const rosters = row.plan?.rosters ?? []
  return rosters.flatMap(({ series_id, title }) => (present.includes(series_id) ? [] : [title]))
}

/** The chosen rows as they are sent, each with what the person saw. */
export function toSend(rows: readonly PreviewRow[]): SentRow[] {
  return rows.filter(isChosen).map((row) => {
    const known = meantBy(row)
    const beside = row.plan?.known.map(({ id }) => id) ?? []
    return { ...row.cells, choice: known ? { attendee_id: known.id, version: known.version } : { beside } }
  })
}

/** How many children the chosen rows add and change. */
export function countChosen(rows: readonly PreviewRow[]): { added: number; changed: number } {
  const chosen = rows.filter(isChosen)
  const changed = chosen.flatMap((row) => {
    const child = meantBy(row)
    const changes =
      child && (Object.keys(child.former).length > 0 || newRosters(row).length > 0 || row.kind === 'changed')
    return changes ? [child.id] : []
  })
  const added = chosen.filter((row) => row.kind !== 'adult' && meantBy(row) === undefined).length
  return { added, changed: new Set(changed).size }
}

/** How many of the sent rows have a child's number in another program, not counting those that were refused. */
export function countNumbers(sent: readonly SentRow[], refused: SavedImport['refused']): number {
  const places = new Set(refused.map(({ row }) => row))
  return sent.filter(({ source_id }, place) => source_id !== undefined && !places.has(place)).length
}

/** What is left after the chosen rows were sent: those that were not chosen, and those that were refused. */
export function leftAfter(rows: readonly PreviewRow[], refused: SavedImport['refused']): PreviewRow[] {
  const chosen = rows.filter(isChosen)
  const again = new Map(refused.map(({ row, ...plan }) => [chosen[row]?.line, plan]))
  return rows.flatMap((row): PreviewRow[] => {
    const plan = again.get(row.line)
    if (plan) {
      const { twin: _twin, ...rest } = plan
      return [{ ...row, kind: plan.kind, plan: rest, decision: undefined }]
    }
    return isChosen(row) || row.kind === 'same' || row.kind === 'adult' ? [] : [row]
  })
}
