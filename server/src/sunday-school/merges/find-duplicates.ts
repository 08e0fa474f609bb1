import { type DUPLICATE_REASONS, MAX_DUPLICATES } from '@vestry/contract/rules/merge-rules.ts'
import { areAlike, contactKeys } from './like-names.ts'

// Which children are in the list twice, probably. Only those are compared who share a birth date or a contact, and of a
// day or a contact that many share, only those of the same name: the work grows with the list, not with its square.

/** What is looked at of a child. */
export type Candidate = {
  id: number
  birthdate: string
  parent_contact: string
  first_key: string
  last_key: string
}

type Why = (typeof DUPLICATE_REASONS)[number]
export type Pair = { ids: [number, number]; why: Why }

/** Of so many who share something each is compared with each. */
const MAX_EACH_WITH_EACH = 60
/** After so many children, or comparisons, others have their turn. */
const AT_ONCE = 5000
/** Whoever has so many need not know of more yet. */
const ENOUGH = 10 * MAX_DUPLICATES

/** Pairs who are probably one child, in the order of the children, and whether there are more than are shown. */
export async function findDuplicates(
  children: readonly Candidate[],
  pause: () => Promise<unknown> = async () => undefined,
): Promise<{ pairs: Pair[]; more: boolean }> {
  const groups = await groupChildren(children, pause)
  const found = new Map<string, Pair>()
  let compared = 0
  for (const { some, why } of groups) {
    for (const pair of pairsOf(some, why)) {
      const key = pair.ids.join()
      found.set(key, found.get(key) ?? pair)
    }
    if (found.size > ENOUGH) {
      break
    }
    compared += some.length ** 2
    if (compared > AT_ONCE) {
      compared = 0
      await pause()
    }
  }
  const order = new Map(children.map(({ id }, at) => [id, at]))
  const placeOf = ({ ids }: Pair) => Math.min(...ids.map((id) => order.get(id) ?? 0))
  const pairs = [...found.values()].sort((a, b) => placeOf(a) - placeOf(b))
  return { pairs: pairs.slice(0, MAX_DUPLICATES), more: pairs.length > MAX_DUPLICATES }
}

type Group = { some: readonly Candidate[]; why: Why }

/** Those who share a birth date, and then those who share a contact, in groups that are compared each with each. */
async function groupChildren(
  children: readonly Candidate[],
  pause: () => Promise<unknown>,
): Promise<Iterable<Group>> {
  const byBirth = new Map<string, Candidate[]>()
  const byContact = new Map<string, Candidate[]>()
  for (const [at, child] of children.entries()) {
    if (child.birthdate !== '') {
      add(byBirth, child.birthdate, child)
    }
    for (const key of contactKeys(child.parent_contact)) {
      add(byContact, key, child)
    }
    if (at % AT_ONCE === AT_ONCE - 1) {
      await pause()
    }
  }
  return (function* () {
    for (const group of byBirth.values()) {
      yield* inSmall(group).map((some): Group => ({ some, why: 'birthdate' }))
    }
    for (const group of byContact.values()) {
      yield* inSmall(group).map((some): Group => ({ some, why: 'contact' }))
    }
  })()
}

function add(groups: Map<string, Candidate[]>, key: string, child: Candidate): void {
  const group = groups.get(key)
  if (group === undefined) {
    groups.set(key, [child])
  } else {
    group.push(child)
  }
}

/** A group whose members are compared each with each; a large one in parts of the same name, in whichever order. */
function inSmall(group: readonly Candidate[]): (readonly Candidate[])[] {
  if (group.length <= MAX_EACH_WITH_EACH) {
    return group.length < 2 ? [] : [group]
  }
  const ofName = Map.groupBy(group, ({ first_key, last_key }) => [first_key, last_key].sort().join('\n'))
  return [...ofName.values()]
    .filter(({ length }) => length > 1)
    .map((some) => some.slice(0, MAX_EACH_WITH_EACH))
}

function pairsOf(some: readonly Candidate[], why: Why): Pair[] {
  return some.flatMap((one, at) =>
    some
      .slice(at + 1)
      .filter((other) => areOne(one, other, why))
      .map((other): Pair => ({ ids: one.id < other.id ? [one.id, other.id] : [other.id, one.id], why })),
  )
}

/** Brothers and sisters share a contact and have like names: what tells them apart is the birth date. */
function areOne(one: Candidate, other: Candidate, why: Why): boolean {
  const areBornApart = one.birthdate !== '' && other.birthdate !== '' && one.birthdate !== other.birthdate
  return areAlike(one, other, why === 'contact' && areBornApart ? 'same' : 'like')
}
