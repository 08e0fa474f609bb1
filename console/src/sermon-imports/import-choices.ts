import type { SermonImportChoices } from '@vestry/contract/calls/sermon-imports.ts'
import { MAX_NAME } from '@vestry/contract/rules/preaching-rules.ts'
import type { FoundImport } from './sermon-import-calls.ts'

export type Speaker = FoundImport['speakers'][number]
type Defaults = Pick<SermonImportChoices, 'language_id' | 'preaching_category_id' | 'preacher_id' | 'state'>

/** What somebody has chosen of an import that is not started. */
export type ImportEdits = {
  /** The people whom names mean, if they are not those proposed. */
  speakers: ReadonlyMap<string, string>
  defaults: Partial<Defaults>
  /** The places of new ones that stay away, and of alike ones that come in. */
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

/** The set with this place, or without it. */
export function withPlace(places: ReadonlySet<number>, place: number, isIn: boolean): ReadonlySet<number> {
  const next = new Set(places)
  if (isIn) {
    next.add(place)
  } else {
    next.delete(place)
  }
  return next
}

/** The person whom a name means now; blank stands for the name as it is. */
export function meantBy({ name, as }: Pick<Speaker, 'name' | 'as'>, { speakers }: ImportEdits): string {
  return (speakers.get(name) ?? as).replace(/\s+/g, ' ').trim().slice(0, MAX_NAME) || name
}

export function countChosen({ counts }: Pick<FoundImport, 'counts'>, { left, taken }: ImportEdits): number {
  return counts.new - left.size + taken.size
}

/** The choices as they are sent. */
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
 * Names in groups of those that may be one person, the groups of several first, else in their order. A name that may be
 * one of a presenter of ours is a group of several too.
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
