import type { Selectable } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { ChildRows, ChildTable } from './trash-content.ts'

// What of two entries of one child the one that stays has in the end, table by table.

type Row<Table extends ChildTable> = Selectable<Tables[Table]>
type Mark = Row<'attendance'>

/** Two marks of which one alone can stand: in one class, or in two classes at one time. */
export type MarkClash = {
  kept: Mark
  merged: Mark
  /** The one that stands where nobody needs to decide it. */
  clear: Mark | undefined
}

/** A merge of two entries: which goes into which, whether its photo is taken, and which marks stand where two clash. */
export type MergeOf = {
  kept: number
  merged: number
  takesPhoto: boolean
  /** Ids of records of attendance. */
  stands: ReadonlySet<number>
  /** The classes that lie in the trash, whose times may overlap with any. */
  deleted: ReadonlySet<number>
}

type Both = { rows: ChildRows; of: MergeOf; marks: ReadonlyMap<number, Mark>; dropped: readonly Mark[] }

/**
 * What becomes of the rows of both in each table. A table that refers to a child is not to be forgotten here: the compiler
 * asks for its line, and a test compares the tables with the schema.
 */
const MERGED: { readonly [Table in ChildTable]: (both: Both) => Row<Table>[] } = {
  attendee_photo: ({ rows, of }) =>
    rows.attendee_photo
      .filter((row) => row.attendee_id === (of.takesPhoto ? of.merged : of.kept))
      .map((row) => toKept(row, of)),
  /** No import may undo what it did to an entry that is another one now: its version is none that the child ever has. */
  attendee_import_row: ({ rows, of }) =>
    joinByKey(
      rows.attendee_import_row,
      of,
      ({ import_id }) => import_id,
      (row) => ({ ...row, version: 0 }),
    ),
  attendee_source: ({ rows, of }) =>
    joinByKey(rows.attendee_source, of, ({ source, source_id }) => `${source}\n${source_id}`),
  roster: ({ rows, of }) => joinRosters(rows, of).roster,
  roster_past: ({ rows, of }) => joinRosters(rows, of).roster_past,
  planned_absence: ({ rows, of }) =>
    joinByKey(rows.planned_absence, of, ({ from_day, until_day, reason }) =>
      [from_day, until_day, reason].join('\n'),
    ),
  follow_up: ({ rows, of }) => rows.follow_up.map((row) => toKept(row, of)),
  attendee_care: ({ rows, of }) => joinCare(rows.attendee_care, of),
  family_child: ({ rows, of }) => joinByKey(rows.family_child, of, ({ family_id }) => family_id),
  collect_rule: ({ rows, of }) => joinRules(rows.collect_rule, of),
  stay: ({ rows, of }) => rows.stay.map((row) => toKept(row, of)),
  door_alert: ({ rows, of }) => rows.door_alert.map((row) => toKept(row, of)),
  door_call: ({ rows, of }) => rows.door_call.map((row) => toKept(row, of)),
  attendance: ({ rows, marks }) => rows.attendance.flatMap((row) => marks.get(row.id) ?? []),
  /** That of a mark that does not stand goes with it. */
  attendance_import_row: ({ rows, of, dropped }) =>
    joinByKey(
      rows.attendance_import_row.filter(
        (row) =>
          !dropped.some((mark) => mark.class_id === row.class_id && mark.attendee_id === row.attendee_id),
      ),
      of,
      ({ import_id, class_id }) => `${import_id} ${class_id}`,
    ),
}

/** The rows of two entries as those of the one that stays; undefined where a clash is not decided. */
export function mergeRows(rows: ChildRows, of: MergeOf): ChildRows | undefined {
  const clashes = findClashes(rows.attendance, of)
  const decided = clashes.map((clash) => ({ ...clash, stands: clash.clear ?? chosenOf(clash, of.stands) }))
  const marks = new Map(rows.attendance.map((mark) => [mark.id, toKept(mark, of)]))
  const dropped: Mark[] = []
  for (const { kept, merged, stands } of decided) {
    if (stands === undefined) {
      return undefined
    }
    const other = stands === kept ? merged : kept
    marks.delete(other.id)
    marks.set(stands.id, { ...toKept(stands, of), comment: joinComments(stands.comment, other.comment) })
    dropped.push(other)
  }
  const both = { rows, of, marks, dropped }
  const joined = Object.entries(MERGED).map(([table, join]) => [table, join(both)])
  return Object.fromEntries(joined) as ChildRows
}

/** The marks of both that can't both be one child's, by time. */
export function findClashes(
  attendance: readonly Mark[],
  { kept, merged, deleted }: Pick<MergeOf, 'kept' | 'merged' | 'deleted'>,
): MarkClash[] {
  // A deleted class is at no time: whoever restores it learns whether its children are elsewhere then.
  const placeOf = ({ class_id, session_datetime }: Mark) =>
    deleted.has(class_id) ? `class ${class_id}` : session_datetime
  const ofMerged = new Map(
    attendance.filter(({ attendee_id }) => attendee_id === merged).map((mark) => [placeOf(mark), mark]),
  )
  return attendance
    .filter(({ attendee_id }) => attendee_id === kept)
    .flatMap((mark) => {
      const other = ofMerged.get(placeOf(mark))
      return other ? [{ kept: mark, merged: other, clear: clearOf(mark, other) }] : []
    })
    .sort((a, b) => (a.kept.session_datetime < b.kept.session_datetime ? -1 : 1))
}

/** In one class the same mark twice is one, and a mark stands before none. */
function clearOf(kept: Mark, merged: Mark): Mark | undefined {
  if (kept.class_id !== merged.class_id) {
    return undefined
  }
  if (merged.marked === 0 || (kept.marked === 1 && kept.attended === merged.attended)) {
    return kept
  }
  return kept.marked === 0 ? merged : undefined
}

function chosenOf({ kept, merged }: MarkClash, stands: ReadonlySet<number>): Mark | undefined {
  const [one, other] = [kept, merged].filter(({ id }) => stands.has(id))
  return other === undefined ? one : undefined
}

function joinComments(one: string, other: string): string {
  return one === other ? one : [one, other].filter((comment) => comment !== '').join('\n')
}

function toKept<R extends { attendee_id: number }>(row: R, { kept, merged }: MergeOf): R {
  return row.attendee_id === merged ? { ...row, attendee_id: kept } : row
}

/** All of the one that stays, and of the other what that does not have. */
function joinByKey<R extends { attendee_id: number }>(
  rows: readonly R[],
  of: MergeOf,
  keyOf: (row: R) => string | number,
  moved: (row: R) => R = (row) => row,
): R[] {
  const own = rows.filter(({ attendee_id }) => attendee_id === of.kept)
  const known = new Set(own.map(keyOf))
  const others = rows.filter((row) => row.attendee_id === of.merged && !known.has(keyOf(row)))
  return [...own, ...others.map((row) => moved(toKept(row, of)))]
}

/** Whom one of the two entries bars is barred. */
function joinRules(rows: ChildRows['collect_rule'], of: MergeOf): ChildRows['collect_rule'] {
  const barred = new Map(
    rows.filter(({ rule }) => rule === 'barred').map((row) => [row.adult_id, toKept(row, of)]),
  )
  return joinByKey(rows, of, ({ adult_id }) => adult_id).map((row) =>
    row.rule === 'barred' ? row : (barred.get(row.adult_id) ?? row),
  )
}

/** What was said of either: consent to photos is missing where one has none, and both details are kept. */
function joinCare(rows: ChildRows['attendee_care'], { kept }: MergeOf): ChildRows['attendee_care'] {
  const [own, other] = rows.toSorted(
    (a, b) => Number(b.attendee_id === kept) - Number(a.attendee_id === kept),
  )
  if (own === undefined || other === undefined) {
    return own ? [{ ...own, attendee_id: kept }] : []
  }
  const consents = [own.photo_consent, other.photo_consent]
  const days = [own.needs_reviewed, other.needs_reviewed].sort()
  return [
    {
      attendee_id: kept,
      photo_consent: (['no', 'yes'] as const).find((one) => consents.includes(one)) ?? 'not_asked',
      needs_reviewed: days[0] ?? '',
      need_detail: joinComments(own.need_detail, other.need_detail),
      version: Math.max(own.version, other.version) + 1,
    },
  ]
}

type Stay = { since: string; until: string | undefined; import_id: number | null }

/** Two stays on one roster that overlap are one, from the first day of either. */
function joinRosters(
  { roster, roster_past }: Pick<ChildRows, 'roster' | 'roster_past'>,
  { kept }: MergeOf,
): Pick<ChildRows, 'roster' | 'roster_past'> {
  const joined: Pick<ChildRows, 'roster' | 'roster_past'> = { roster: [], roster_past: [] }
  const stays = [
    ...roster_past.map((row) => ({ ...row, import_id: null })),
    ...roster.map((row) => ({ ...row, until: undefined })),
  ]
  for (const [series_id, all] of Map.groupBy(stays, (stay) => stay.series_id)) {
    for (const { since, until, import_id } of joinStays(all)) {
      const row = { series_id, attendee_id: kept, since }
      if (until === undefined) {
        joined.roster.push({ ...row, import_id })
      } else {
        joined.roster_past.push({ ...row, until })
      }
    }
  }
  return joined
}

function joinStays(stays: readonly Stay[]): Stay[] {
  const joined: Stay[] = []
  for (const stay of stays.toSorted((a, b) => (a.since < b.since ? -1 : 1))) {
    const last = joined.at(-1)
    if (last && (last.until === undefined || stay.since < last.until || stay.since === last.since)) {
      const isOver = last.until !== undefined && stay.until !== undefined
      const until = isOver ? latest(last.until, stay.until) : undefined
      // Who was put on it by somebody does not leave it when an import is undone.
      const import_id = last.import_id === null || stay.import_id === null ? null : last.import_id
      joined[joined.length - 1] = { since: last.since, until, import_id }
    } else {
      joined.push(stay)
    }
  }
  return joined
}

function latest(one = '', other = ''): string {
  return one > other ? one : other
}
