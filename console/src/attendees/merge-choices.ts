import type { Clash, ComparedEntry } from '@vestry/contract/calls/merges.ts'
import { BLANK_ATTENDEE } from '@vestry/contract/sunday-school/attendee-record.ts'
import {
  isJoined,
  JOINED_FIELDS,
  type JoinedField,
  joinTexts,
  MERGE_CHOICES,
  type MergeChoice,
} from '@vestry/contract/sunday-school/merged-fields.ts'

// What a person has chosen of two entries, and what is chosen for them: what only one of both says.

export type Entries = readonly [ComparedEntry, ComparedEntry]

/** In place of a number: the text of both. */
export const BOTH = 0

export type Chosen = {
  /** The number of the entry that stays. */
  kept: number
  /** The number of the entry that something is taken from, or {@link BOTH}, where somebody has said it. */
  from: { readonly [Name in MergeChoice]?: number }
  /** The marks that stand, where somebody has said it. */
  stands: ReadonlySet<number>
}

export function readValue(entry: ComparedEntry, name: MergeChoice): string | number {
  return entry[name] ?? ''
}

/** What the two say differently. */
export function findDiffering([one, other]: Entries): MergeChoice[] {
  return MERGE_CHOICES.filter((name) => readValue(one, name) !== readValue(other, name))
}

/** The number of the entry that something is taken from, or {@link BOTH}: what is filled in before what is not, else the one that stays. */
export function sourceOf(name: MergeChoice, entries: Entries, { kept, from }: Chosen): number {
  const filled = entries.filter((entry) => !isBlank(entry, name))
  const usual = filled.length === 1 ? (filled[0]?.id ?? kept) : kept
  const said = from[name] ?? usual
  return said === BOTH && joinedOf(name, entries, kept) === undefined ? usual : said
}

function isBlank(entry: ComparedEntry, name: MergeChoice): boolean {
  const blank = name === 'photo' ? '' : (BLANK_ATTENDEE[name] ?? '')
  return readValue(entry, name) === blank
}

/** What is taken from the entry that does not stay. */
export function findTaken(entries: Entries, chosen: Chosen): MergeChoice[] {
  return findDiffering(entries).filter(
    (name) => ![chosen.kept, BOTH].includes(sourceOf(name, entries, chosen)),
  )
}

/** Of what the text of both is kept. */
export function findJoined(entries: Entries, chosen: Chosen): JoinedField[] {
  return JOINED_FIELDS.filter((name) => sourceOf(name, entries, chosen) === BOTH)
}

/** The text of both, that of the entry that stays first; undefined where it can't be kept. */
export function joinedOf(name: MergeChoice, entries: Entries, kept: number): string | undefined {
  const [one, other] = entries.toSorted((a, b) => Number(b.id === kept) - Number(a.id === kept))
  return isJoined(name) && one && other ? joinTexts(name, one[name], other[name]) : undefined
}

/** Chooses one of two marks, which the other one then is not. */
export function choose(stands: ReadonlySet<number>, { marks }: Clash, id: number): Set<number> {
  const others = new Set(stands)
  for (const mark of marks) {
    others.delete(mark.id)
  }
  return others.add(id)
}

/** Chooses the one that says that the child was there, wherever one alone does. */
export function choosePresent(stands: ReadonlySet<number>, clashes: readonly Clash[]): ReadonlySet<number> {
  return clashes.reduce((chosen, clash) => {
    const [mark, ...others] = clash.marks.filter(({ state }) => state === 'present')
    return mark && others.length === 0 ? choose(chosen, clash, mark.id) : chosen
  }, stands)
}

export function isDecided({ marks }: Clash, stands: ReadonlySet<number>): boolean {
  return marks.some(({ id }) => stands.has(id))
}
