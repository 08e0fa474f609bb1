import type { Family } from '@vestry/contract/calls/families.ts'
import type { FamilyPlan } from '@vestry/contract/rules/import-rules.ts'
import { MAX_ADULTS, MAX_CHILDREN, MAX_FAMILIES } from '@vestry/contract/sunday-school/family-record.ts'
import type { Plan, ReadRow } from './plan-rows.ts'
import { type FileAdult, hasSameName, isMaybeSame, isSurelySame, personOf } from './read-household.ts'

type SavedAdult = FileAdult & { id?: number }

/** What is here before an import: the families that it may fill, and who must not collect which child. */
export type PresentFamilies = {
  families: readonly Family[]
  barred: ReadonlyMap<number, readonly FileAdult[]>
}

/** A family that an import makes or fills; children who join it are told by the places of their rows. */
export type PlannedFamily = {
  former: Family | undefined
  name: string
  adults: SavedAdult[]
  joining: number[]
}

/** A family of the file: its rows, and who is in it. `children` has the ids of those who are here already. */
type FileFamily = {
  key: string
  name: string
  rows: number[]
  children: { place: number; id: number | undefined }[]
  adults: { places: number[]; adult: FileAdult }[]
}

/**
 * What becomes of the families that rows name, and what each row adds to them. Children of one key go into one family.
 * Who belongs to a family here keeps it, and it is the one that is filled; nothing that is said of a family or an adult
 * here is replaced.
 */
export function planFamilies(
  plans: readonly Plan[],
  rows: readonly Pick<ReadRow, 'household' | 'is_adult'>[],
  { families, barred }: PresentFamilies,
): { plans: Plan[]; families: PlannedFamily[] } {
  const here = indexFamilies(families)
  const { ofChild } = here
  const filled = new Map<number, PlannedFamily>()
  const made: PlannedFamily[] = []
  const joined = new Map<number, number>()
  const said = new Map<number, NonNullable<Plan['family']>>()

  for (const household of familiesIn(plans, rows)) {
    const ids = household.children.flatMap(({ id }) => id ?? [])
    const free = household.children.filter(
      ({ place, id }) =>
        (id === undefined || !ofChild.has(id)) && (joined.get(id ?? -1 - place) ?? 0) < MAX_FAMILIES,
    )
    const former = findFamily(household, ids, here)
    const family: PlannedFamily = (former && filled.get(former.id)) ?? {
      former,
      name: former?.name ?? nameFor(household, plans),
      adults: [...(former?.adults ?? [])],
      joining: [],
    }
    const children = [...ids, ...(former?.children ?? []).map(({ id }) => id)]
    const away = children.flatMap((id) => barred.get(id) ?? [])
    const { adults, adding } = withAdults(family.adults, household, away)
    const size = (former?.children.length ?? 0) + family.joining.length + free.length
    const kind: FamilyPlan =
      adults.length > MAX_ADULTS || size > MAX_CHILDREN
        ? 'too_large'
        : former === undefined && free.length === 0
          ? 'no_child'
          : former === undefined
            ? 'new'
            : free.length > 0 || adding.size > 0
              ? 'changed'
              : 'same'
    const does = kind === 'new' || kind === 'changed'
    const places = new Set([...free.map(({ place }) => place), ...adding])
    for (const place of household.rows) {
      const adds = does && places.has(place)
      said.set(place, { key: household.key, name: family.name, kind, adds })
    }
    if (!does) {
      continue
    }
    const next = { ...family, adults, joining: [...family.joining, ...free.map(({ place }) => place)] }
    for (const { place, id } of free) {
      joined.set(id ?? -1 - place, (joined.get(id ?? -1 - place) ?? 0) + 1)
    }
    if (former) {
      filled.set(former.id, next)
    } else {
      made.push(next)
    }
  }
  const joining = new Set([...filled.values(), ...made].flatMap((family) => family.joining))
  return {
    families: [...filled.values(), ...made],
    plans: plans.map((plan, place) => {
      const family = said.get(place)
      const kind = plan.kind === 'same' && joining.has(place) ? 'changed' : plan.kind
      return family ? { ...plan, kind, family } : plan
    }),
  }
}

type Index = ReturnType<typeof indexFamilies>

function indexFamilies(families: readonly Family[]) {
  const ofChild = new Map<number, number[]>()
  const ofAdult = new Map<string, number[]>()
  for (const { id, children, adults } of families) {
    for (const child of children) {
      ofChild.set(child.id, [...(ofChild.get(child.id) ?? []), id])
    }
    for (const adult of adults) {
      const { name } = personOf(adult)
      ofAdult.set(name, [...(ofAdult.get(name) ?? []), id])
    }
  }
  return { byId: new Map(families.map((family) => [family.id, family])), ofChild, ofAdult }
}

/** The families that rows name, with everybody of whom the rows are. */
function familiesIn(
  plans: readonly Plan[],
  rows: readonly Pick<ReadRow, 'household' | 'is_adult'>[],
): FileFamily[] {
  const found = new Map<string, FileFamily>()
  for (const [place, { household, is_adult }] of rows.entries()) {
    const plan = plans[place]
    if (household === undefined || plan === undefined || plan.kind === 'error') {
      continue
    }
    const { key, name, adults } = household
    const family = found.get(key) ?? { key, name, rows: [], children: [], adults: [] }
    found.set(key, { ...family, name: family.name || name })
    family.rows.push(place)
    if (!is_adult) {
      const id = plan.kind === 'namesake' ? undefined : plan.known[0]?.id
      if (id === undefined || family.children.every((child) => child.id !== id)) {
        family.children.push({ place, id })
      }
    }
    for (const adult of adults) {
      // The adults of one row are as many as it names.
      const others = family.adults.filter(({ places }) => !places.includes(place))
      const twin =
        others.find((other) => isSurelySame(other.adult, adult)) ??
        others.find((other) => isMaybeSame(other.adult, adult))
      if (twin === undefined) {
        family.adults.push({ places: [place], adult })
      } else {
        twin.places.push(place)
        // Whoever does not collect one of the children does not collect the family's.
        const collects = twin.adult.collects === 'yes' ? adult.collects : 'no'
        twin.adult = { ...filledFrom(twin.adult, adult), collects }
      }
    }
  }
  return [...found.values()]
}

/**
 * The family here that a family of a file is: one of its children's, or else one with its adults, if nobody else
 * collects the children of that one.
 */
function findFamily(
  { key, adults }: FileFamily,
  ids: readonly number[],
  { byId, ofChild, ofAdult }: Index,
): Family | undefined {
  const own = new Set(ids.flatMap((id) => ofChild.get(id) ?? []))
  const named = new Set(adults.flatMap(({ adult }) => ofAdult.get(personOf(adult).name) ?? []))
  const isIn = (family: Family, same: typeof hasSameName) =>
    adults.filter(({ adult }) => family.adults.some((other) => same(other, adult))).length
  const ofAdults = (family: Family) =>
    isIn(family, isSurelySame) > 0 &&
    family.adults.every(
      (other) => other.collects === 'no' || adults.some(({ adult }) => isSurelySame(adult, other)),
    )
  const found = [...(own.size > 0 ? own : named)].flatMap((id) => byId.get(id) ?? [])
  const candidates = own.size > 0 ? found : found.filter(ofAdults)
  const ranked = candidates.map((family) => ({
    family,
    rank: [
      isIn(family, hasSameName),
      String(family.id) === key ? 1 : 0,
      family.children.filter(({ id }) => ids.includes(id)).length,
      -family.id,
    ],
  }))
  ranked.sort((one, other) => {
    const at = one.rank.findIndex((value, place) => value !== other.rank[place])
    return (other.rank[at] ?? 0) - (one.rank[at] ?? 0)
  })
  return ranked[0]?.family
}

/**
 * The adults of a family, filled from the file, and the rows that add something. One here is said to be one of the file
 * by name; by telephone or email first, since two can have one name. Nobody who is barred from a child comes in.
 */
function withAdults(
  present: readonly SavedAdult[],
  household: FileFamily,
  barred: readonly FileAdult[],
): { adults: SavedAdult[]; adding: Set<number> } {
  const adults = [...present]
  const adding = new Set<number>()
  const met = new Set<number>()
  let open = household.adults
  for (const same of [isSurelySame, isMaybeSame, hasSameName]) {
    open = open.filter(({ adult, places }) => {
      const at = present.findIndex((other, place) => !met.has(place) && same(other, adult))
      const found = adults[at]
      if (found === undefined) {
        return true
      }
      met.add(at)
      const full = filledFrom(found, adult)
      if (full.phone !== found.phone || full.email !== found.email) {
        adults[at] = full
        for (const place of places) {
          adding.add(place)
        }
      }
      return false
    })
  }
  for (const { adult, places } of open) {
    if (!barred.some((other) => hasSameName(other, adult))) {
      adults.push(adult)
      for (const place of places) {
        adding.add(place)
      }
    }
  }
  return { adults, adding }
}

/** An adult whose empty telephone and email are taken from another entry of theirs. */
function filledFrom<One extends FileAdult>(one: One, { phone, email }: FileAdult): One {
  return { ...one, phone: one.phone || phone, email: one.email || email }
}

function nameFor({ name, children, adults }: FileFamily, plans: readonly Plan[]): string {
  const child = plans[children[0]?.place ?? -1]
  const last = child?.content.last_name ?? child?.known[0]?.last_name
  const [first] = adults
  return name || last || first?.adult.last_name || first?.adult.first_name || '?'
}
