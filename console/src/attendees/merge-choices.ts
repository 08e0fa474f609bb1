import type { Clash, ComparedEntry } from '@vestry/contract/calls/merges.ts'
import { BLANK_ATTENDEE } from '@vestry/contract/sunday-school/attendee-record.ts'
import { MERGE_CHOICES, type MergeChoice } from '@vestry/contract/sunday-school/merged-fields.ts'

// What a person has chosen of two entries, and what is chosen for them: what only one of both says.

export type Entries = readonly [ComparedEntry, ComparedEntry]

export type Chosen = {
  /** The number of the entry that stays. */
  kept: number
  /** The number of the entry that something is taken from, where somebody has said it. */
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

/** The number of the entry that something is taken from: what is filled in before what is not, else the one that stays. */
export function sourceOf(name: MergeChoice, entries: Entries, { kept, from }: Chosen): number {
  const filled = entries.filter((entry) => !isBlank(entry, name))
  return from[name] ?? (filled.length === 1 ? (filled[0]?.id ?? kept) : kept)
}

function isBlank(entry: ComparedEntry, name: MergeChoice): boolean {
  const blank = name === 'photo' ? '' : (BLANK_ATTENDEE[name] ?? '')
  return readValue(entry, name) === blank
}

/** What is taken from the entry that does not stay. */
export function findTaken(entries: Entries, chosen: Chosen): MergeChoice[] {
  return findDiffering(entries).filter((name) => sourceOf(name, entries, chosen) !== chosen.kept)
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
