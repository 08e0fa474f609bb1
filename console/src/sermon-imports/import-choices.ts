import type { SermonImportChoices } from '@vestry/contract/calls/sermon-imports.ts'
import { MAX_NAME } from '@vestry/contract/rules/preaching-rules.ts'
import type { FoundImport } from './sermon-import-calls.ts'

export type Speaker = FoundImport['speakers'][number]
type Defaults = Pick<SermonImportChoices, 'language_id' | 'preaching_category_id' | 'preacher_id' | 'state'>

/** The person's choices for an import that is not started. */
export type ImportEdits = {
  /** The people that names mean, where these are not the proposed ones. */
  speakers: ReadonlyMap<string, string>
  defaults: Partial<Defaults>
  /** The places of new sermons that are left out, and of similar ones that are imported. */
  left: ReadonlySet<number>
  taken: ReadonlySet<number>
}

export const NO_EDITS: ImportEdits = {
  speakers: new Map(),
  defaults: {},
  left: new Set(),
  taken: new Set(),
}

export function isEdited({ speakers, defaults, left, taken }: ImportEdits): boolean {
  return speakers.size + left.size + taken.size + Object.keys(defaults).length > 0
}

/** The set with this place added, or removed. */
export function withPlace(places: ReadonlySet<number>, place: number, isIn: boolean): ReadonlySet<number> {
  const next = new Set(places)
  if (isIn) {
    next.add(place)
  } else {
    next.delete(place)
  }
  return next
}

/** The person that a name means at present; blank means the name as it is. */
export function meantBy({ name, as }: Pick<Speaker, 'name' | 'as'>, { speakers }: ImportEdits): string {
  return (speakers.get(name) ?? as).replace(/\s+/g, ' ').trim().slice(0, MAX_NAME) || name
}

export function countChosen({ counts }: Pick<FoundImport, 'counts'>, { left, taken }: ImportEdits): number {
  return counts.new - left.size + taken.size
}

/** The choices in the form in which they are sent. */
export function toChoices(
  speakers: readonly Speaker[],
  edits: ImportEdits,
  defaults: Defaults,
): SermonImportChoices {
  return {
    ...defaults,
    speakers: speakers.map((speaker) => ({
      name: speaker.name,
      as: meantBy(speaker, edits).slice(0, MAX_NAME),
    })),
    leave_out: [...edits.left],
    take: [...edits.taken],
  }
}

/**
 * Groups of names that may belong to one person. Groups of several names come first; otherwise their order stays. A
 * name that may belong to one of our presenters counts as a group of several too.
 */
export function groupSpeakers(speakers: readonly Speaker[]): { speakers: Speaker[]; isDoubtful: boolean }[] {
  const groups: { speakers: Speaker[]; isDoubtful: boolean }[] = []
  const inGroup = new Map<string, number>()
  for (const speaker of speakers) {
    const near = [speaker.as, ...speaker.alike].map((name) => inGroup.get(name))
    const at = near.find((place) => place !== undefined) ?? groups.length
    const group = groups[at] ?? { speakers: [], isDoubtful: false }
    group.speakers.push(speaker)
    group.isDoubtful ||= speaker.alike.length > 0
    groups[at] = group
    inGroup.set(speaker.name, at)
    inGroup.set(speaker.as, at)
  }
  return groups.sort((a, b) => Number(b.isDoubtful) - Number(a.isDoubtful))
}

/** The people under whom the sermons of names that are not in doubt come in. */
export function plainPeople(speakers: readonly Speaker[], edits: ImportEdits): string[] {
  const plain = groupSpeakers(speakers).filter(({ isDoubtful }) => !isDoubtful)
  return [...new Set(plain.flatMap((group) => group.speakers.map((speaker) => meantBy(speaker, edits))))]
}
