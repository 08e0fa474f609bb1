import type {
  AttendanceFile,
  AttendancePlan,
  FileChild,
  FileMark,
  PlannedMark,
  SourceId,
} from '@vestry/contract/calls/attendance-imports.ts'
import { MAX_NAMESAKES, type MarkReason } from '@vestry/contract/rules/import-rules.ts'
import type { RollState } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import { personKey } from '@vestry/contract/text/person-keys.ts'

// What a file of attendance would do, worked out from what the database has, without a query of its own.

export type KnownChild = AttendancePlan['children'][number]['known'][number] & {
  first_key: string
  last_key: string
}

/** The children that a file may mean: by their number here, by their number in another program, and by their name. */
export type KnownChildren = {
  byId: ReadonlyMap<number, KnownChild>
  bySource: ReadonlyMap<string, readonly KnownChild[]>
  /** By the same number under any header. */
  byForeignNumber: ReadonlyMap<string, readonly (KnownChild & { source: string })[]>
  byName: ReadonlyMap<string, readonly KnownChild[]>
}

/** A session with one of the titles, on one of the days. */
export type KnownSession = { id: number; series_id: number; session_datetime: string; cancelled: number }

/** Where to add a missing class with this title: to its latest series, at the hour of the series' latest session. */
export type KnownSeries = { series_id: number; time: string }

export type KnownRecord = {
  id: number
  class_id: number
  attendee_id: number
  session_datetime: string
  state: RollState
  comment: string
  version: number
}

/** A class that marks are for: it exists, or is to be added. */
export type TargetClass = { title: string; session_datetime: string; id?: number; series_id?: number }

/**
 * A mark that can be made, with its place in the file, its child and its class; `record` is the record that it changes.
 */
export type GoodMark = FileMark & {
  place: number
  attendee_id: number
  target: TargetClass
  record: KnownRecord | undefined
}

export function sourceKey({ source, id }: { source: string; id: string }): string {
  return `${source}\n${id}`
}

export function nameKeyOf(child: Pick<FileChild, 'first_name' | 'last_name'>): string {
  return `${personKey(child.last_name ?? '')}\n${personKey(child.first_name ?? '')}`
}

/**
 * The child that a file means. A number decides, unless the file has another first and another last name for it, as that of
 * another church has; a name decides only if one child has it and no birth date contradicts it.
 */
export function planChild(child: FileChild, known: KnownChildren): AttendancePlan['children'][number] {
  const byNumber = child.id === undefined ? undefined : known.byId.get(child.id)
  if (byNumber && !isSomebodyElse(child, byNumber)) {
    return { kind: 'known', known: [answerOf(byNumber)] }
  }
  const bySource = child.source_id ? foundBySource(child, child.source_id, known) : []
  if (bySource.length === 1) {
    return { kind: 'known', known: bySource.map(answerOf) }
  }
  const namesakes = known.byName.get(nameKeyOf(child)) ?? []
  const same = namesakes.filter(({ birthdate }) => birthdate !== '' && birthdate === child.birthdate)
  const [only, ...others] = same.length > 0 ? same : namesakes
  if (only === undefined) {
    return { kind: 'unknown', known: [] }
  }
  const fits = child.birthdate === undefined || only.birthdate === '' || only.birthdate === child.birthdate
  return others.length === 0 && fits
    ? { kind: 'known', known: [answerOf(only)] }
    : { kind: 'namesake', known: namesakes.slice(0, MAX_NAMESAKES).map(answerOf) }
}

function isSomebodyElse({ first_name, last_name }: FileChild, { first_key, last_key }: KnownChild): boolean {
  const differs = (name: string | undefined, key: string) => name !== undefined && personKey(name) !== key
  return differs(first_name, first_key) && differs(last_name, last_key)
}

/**
 * Under another header, a number means a child of the same name or, if the file has no name, a child whose header names
 * the same program.
 */
function foundBySource(child: FileChild, source_id: SourceId, known: KnownChildren): readonly KnownChild[] {
  const exact = known.bySource.get(sourceKey(source_id)) ?? []
  if (exact.length > 0) {
    return exact
  }
  const named = child.first_name !== undefined || child.last_name !== undefined
  const all = known.byForeignNumber.get(source_id.id) ?? []
  const fitting = all.filter(({ first_key, last_key, source }) =>
    named
      ? nameKeyOf(child) === `${last_key}\n${first_key}`
      : programOf(source) === programOf(source_id.source),
  )
  return [...new Map(fitting.map((one) => [one.id, one])).values()]
}

const GENERAL =
  /person|people|individual|member|child|student|remote|external|import|source|number|key|id|[^a-z]/g

/** The part of a header such as Breeze ID that names its program; Person ID, personKey and the like name none. */
function programOf(header: string): string {
  return header.toLowerCase().replace(GENERAL, '')
}

function answerOf({ id, first_name, last_name, birthdate }: KnownChild) {
  return { id, first_name, last_name, birthdate }
}

/** Which class each mark is for, or why that can't be told. */
export function findTargets(
  file: Pick<AttendanceFile, 'classes' | 'marks' | 'default_time'>,
  known: {
    /** By the class's place in the file, and the day. */
    sessions: ReadonlyMap<string, readonly KnownSession[]>
    /** By the class's place in the file. */
    series: ReadonlyMap<number, KnownSeries>
  },
  today: string,
): (TargetClass | MarkReason)[] {
  const added = new Map<string, TargetClass>()
  const found = new Map<KnownSession, TargetClass>()
  return file.marks.map((mark) => {
    if (mark.day > today) {
      return 'later'
    }
    const title = file.classes[mark.class] ?? ''
    const sessions = (known.sessions.get(dayKey(mark)) ?? []).filter(
      ({ session_datetime }) => mark.time === undefined || session_datetime.slice(11, 16) === mark.time,
    )
    const [session, ...others] = sessions
    if (others.length > 0) {
      return 'several_classes'
    }
    if (session) {
      const target = found.get(session) ?? { title, ...session }
      found.set(session, target)
      return session.cancelled === 1 ? 'not_held' : target
    }
    const series = known.series.get(mark.class)
    const session_datetime = `${mark.day}T${mark.time ?? series?.time ?? file.default_time}:00`
    const key = `${mark.class}\n${session_datetime}`
    const target = added.get(key) ?? {
      title,
      session_datetime,
      ...(series && { series_id: series.series_id }),
    }
    added.set(key, target)
    return target
  })
}

export function dayKey(mark: Pick<FileMark, 'class' | 'day'>): string {
  return `${mark.class}\n${mark.day}`
}

export function recordKey(attendee_id: number, session_datetime: string): string {
  return `${attendee_id}\n${session_datetime}`
}

/**
 * What each mark would do. Of several marks of a child at one time the first counts. An existing record is left alone,
 * unless the person saw it and chose the file's mark instead.
 */
export function planMarks(
  marks: readonly FileMark[],
  targets: readonly (TargetClass | MarkReason)[],
  children: AttendancePlan['children'],
  records: ReadonlyMap<string, KnownRecord>,
): { planned: PlannedMark[]; good: GoodMark[] } {
  const taken = new Map<string, { target: TargetClass; state: RollState }>()
  const good: GoodMark[] = []
  const planned = marks.map((mark, place): PlannedMark => {
    const target = targets[place] ?? 'later'
    if (typeof target === 'string') {
      return { kind: 'error', reason: target }
    }
    const child = children[mark.child]
    const attendee_id = child?.known[0]?.id
    if (child?.kind !== 'known' || attendee_id === undefined) {
      return { kind: 'undecided' }
    }
    const key = recordKey(attendee_id, target.session_datetime)
    const former = taken.get(key)
    if (former) {
      const says = former.target === target && former.state === mark.state
      return says ? { kind: 'same' } : { kind: 'error', reason: 'twice' }
    }
    const record = records.get(key)
    if (record && record.class_id !== target.id) {
      return { kind: 'error', reason: 'in_another_class' }
    }
    taken.set(key, { target, state: mark.state })
    const asked: GoodMark = { ...mark, place, attendee_id, target, record }
    if (!record) {
      good.push(asked)
      return { kind: 'new' }
    }
    const comment = mark.comment?.trim() ?? ''
    if (record.state === mark.state && (comment === '' || comment === record.comment.trim())) {
      return { kind: 'same' }
    }
    if (mark.replaces !== undefined && mark.replaces !== record.version) {
      return { kind: 'error', reason: 'changed_meanwhile' }
    }
    if (mark.replaces !== undefined) {
      good.push(asked)
    }
    const { state, version } = record
    return { kind: 'changed', former: { state, comment: record.comment, version } }
  })
  return { planned, good }
}
