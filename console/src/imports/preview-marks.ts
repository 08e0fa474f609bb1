import type {
  AttendanceFile,
  AttendancePlan,
  PlannedMark,
} from '@vestry/contract/calls/attendance-imports.ts'
import type { MarkLine, ReadMarks } from './file-marks.ts'

/** What a file of attendance would do, and the person's choices so far. */
export type MarkPreview = {
  read: ReadMarks
  default_time: string
  plan: AttendancePlan
  /** The children that the file left open, by their place, with those that they may be. */
  open: ReadonlyMap<number, AttendancePlan['children'][number]['known']>
  /** Which child each child of the file is, by its place; nobody if it stays undecided. */
  decisions: ReadonlyMap<number, number>
  /** The places of the marks that are left out. */
  left: ReadonlySet<number>
  /** The places of the marks that replace existing ones. */
  replaced: ReadonlySet<number>
}

export type MarkRow = Omit<MarkLine, 'replaces'> & {
  place: number
  name: string
  title: string
  planned: PlannedMark
  leftOut: boolean
  replaces: boolean
}

/**
 * What was decided of the children and marks of a file that is compared again, if they are the same. The choices to
 * replace marks are not kept: these may be other marks now.
 */
export function keepMarkDecisions(
  read: ReadMarks,
  former: MarkPreview | undefined,
): Pick<MarkPreview, 'decisions' | 'open' | 'left'> {
  const said = ({ children, marks }: ReadMarks) =>
    JSON.stringify([children, marks.map(({ child, line }) => [child, line])])
  return former !== undefined && said(former.read) === said(read)
    ? { decisions: former.decisions, open: former.open, left: former.left }
    : { decisions: new Map(), open: new Map(), left: new Set() }
}

/** The file as it is sent for a preview. */
export function fileOf({
  read,
  default_time,
  decisions,
}: Pick<MarkPreview, 'read' | 'default_time' | 'decisions'>) {
  const children = read.children.map((child, place) => {
    const id = decisions.get(place)
    return id === undefined ? child : { ...child, id }
  })
  const marks = read.marks.map(({ line: _line, ...mark }) => mark)
  return { children, classes: read.classes, default_time, marks } satisfies AttendanceFile
}

/** The places of the marks that are sent: those that change something, or have a stay to add, and were not left out. */
function chosenPlaces({ plan, left, replaced }: MarkPreview) {
  return plan.marks.flatMap((planned, place) => {
    const replaces = replaced.has(place) ? planned.former?.version : undefined
    const brings = planned.kind === 'new' || (planned.kind === 'same' && planned.stay === 'new')
    return !left.has(place) && (brings || replaces !== undefined) ? [{ place, planned, replaces }] : []
  })
}

/** What is sent to be saved. */
export function chosenFile(preview: MarkPreview): AttendanceFile | undefined {
  const file = fileOf(preview)
  const marks = chosenPlaces(preview).flatMap(({ place, replaces }) => {
    const mark = file.marks[place]
    return mark === undefined ? [] : [replaces === undefined ? mark : { ...mark, replaces }]
  })
  return marks.length === 0 ? undefined : { ...file, marks }
}

/** How many marks would be added and changed, and how many stays at the door added. */
export function countMarks(preview: MarkPreview): { added: number; changed: number; stays: number } {
  const chosen = chosenPlaces(preview)
  return {
    added: chosen.filter(({ planned }) => planned.kind === 'new').length,
    changed: chosen.filter(({ replaces }) => replaces !== undefined).length,
    stays: chosen.filter(({ planned }) => planned.stay === 'new').length,
  }
}

/** The marks of a file for display, each with the child as it is known or, if it isn't, as the file has it. */
export function markRows({ read, plan, decisions, left, replaced }: MarkPreview): MarkRow[] {
  return read.marks.map((mark, place) => {
    const known = plan.children[mark.child]?.known ?? []
    const decided = decisions.get(mark.child)
    const child = known.find(({ id }) => id === decided) ?? (known.length === 1 ? known[0] : undefined)
    return {
      ...mark,
      place,
      name: nameOf(child ?? read.children[mark.child] ?? {}),
      title: read.classes[mark.class] ?? '',
      planned: plan.marks[place] ?? { kind: 'undecided' },
      leftOut: left.has(place),
      replaces: replaced.has(place),
    }
  })
}

function nameOf(child: AttendanceFile['children'][number]): string {
  const { first_name = '', last_name = '', source_id, id } = child
  return (
    `${first_name} ${last_name}`.trim() || `${source_id?.source ?? 'Vestry ID'} ${source_id?.id ?? id ?? ''}`
  )
}

/** The children of a file who may be one of several, decided or not, with the number of their marks. */
export function namesakesOf({ read, open, decisions }: MarkPreview) {
  const marks = Map.groupBy(read.marks, ({ child }) => child)
  return [...open].map(([place, known]) => ({
    place,
    name: nameOf(read.children[place] ?? {}),
    marks: marks.get(place)?.length ?? 0,
    known,
    decision: decisions.get(place),
  }))
}

/** The unknown children of a file. */
export function unknownChildren({ read, plan }: MarkPreview) {
  return plan.children.flatMap(({ kind }, place) =>
    kind === 'unknown' ? [{ place, name: nameOf(read.children[place] ?? {}) }] : [],
  )
}
