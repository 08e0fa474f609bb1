import { DUPLICATE_REASONS, MAX_DUPLICATES } from '@vestry/contract/rules/merge-rules.ts'
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

export type Pair = { ids: [number, number]; why: (typeof DUPLICATE_REASONS)[number] }

/** Of so many who share something each is compared with each. */
const MAX_EACH_WITH_EACH = 60

/** Pairs who are probably one child, in the order of the children, and whether there are more than are shown. */
export async function findDuplicates(
  children: readonly Candidate[],
  pause: () => Promise<unknown> = async () => undefined,
): Promise<{ pairs: Pair[]; more: boolean }> {
  const byBirth = new Map<string, Candidate[]>()
  const byContact = new Map<string, Candidate[]>()
  for (const child of children) {
    if (child.birthdate !== '') {
      add(byBirth, child.birthdate, child)
    }
    for (const key of contactKeys(child.parent_contact)) {
      add(byContact, key, child)
    }
  }
  const found = new Map<string, Pair>()
  for (const [why, groups] of [
    [DUPLICATE_REASONS[0], byBirth],
    [DUPLICATE_REASONS[1], byContact],
  ] as const) {
    let compared = 0
    for (const group of groups.values()) {
      for (const some of inSmall(group)) {
        compared += some.length ** 2
        for (const pair of pairsOf(some, why)) {
          const key = pair.ids.join()
          found.set(key, found.get(key) ?? pair)
        }
      }
      if (compared > COMPARED_AT_ONCE) {
        compared = 0
        await pause()
      }
    }
  }
  const order = new Map(children.map(({ id }, at) => [id, at]))
  const placeOf = ({ ids: [one, other] }: Pair) => Math.min(order.get(one) ?? 0, order.get(other) ?? 0)
  const pairs = [...found.values()].sort((a, b) => placeOf(a) - placeOf(b))
  return { pairs: pairs.slice(0, MAX_DUPLICATES), more: pairs.length > MAX_DUPLICATES }
}

/** After so many comparisons others have their turn. */
const COMPARED_AT_ONCE = 5000

function add(groups: Map<string, Candidate[]>, key: string, child: Candidate): void {
  const group = groups.get(key)
  if (group === undefined) {
    groups.set(key, [child])
  } else {
    group.push(child)
  }
}

/** A group whose members are compared each with each; a large one in parts of the same name, in whichever order. */
function inSmall(group: readonly Candidate[]): readonly (readonly Candidate[])[] {
  if (group.length <= MAX_EACH_WITH_EACH) {
    return group.length < 2 ? [] : [group]
  }
  const ofName = Map.groupBy(group, ({ first_key, last_key }) => [first_key, last_key].sort().join('\n'))
  return [...ofName.values()]
    .filter(({ length }) => length > 1)
    .map((some) => some.slice(0, MAX_EACH_WITH_EACH))
}

function pairsOf(some: readonly Candidate[], why: Pair['why']): Pair[] {
  return some.flatMap((one, at) =>
    some
      .slice(at + 1)
      .filter((other) => other.id !== one.id && areOne(one, other, why))
      .map((other) => ({ ids: one.id < other.id ? [one.id, other.id] : [other.id, one.id], why }) as Pair),
  )
}

/** Brothers and sisters share a contact and have like names: what tells them apart is the birth date. */
function areOne(one: Candidate, other: Candidate, why: Pair['why']): boolean {
  const areBornApart = one.birthdate !== '' && other.birthdate !== '' && one.birthdate !== other.birthdate
  return areAlike(one, other, why === 'contact' && areBornApart ? 'same' : 'like')
}
