import { type AdultValues, BLANK_ADULT, type FamilyValues } from './family-form-fields.ts'

/**
 * What a person typed over `base`, brought over to what somebody else has saved meanwhile: whatever only one of both has
 * changed is kept, and of what both have changed, what was typed.
 */
export function rebaseFamily(base: FamilyValues, mine: FamilyValues, theirs: FamilyValues): FamilyValues {
  return {
    name: mine.name === base.name ? theirs.name : mine.name,
    adults: rebaseAdults(base.adults, mine.adults, theirs.adults),
    children: [
      ...theirs.children.filter((id) => mine.children.includes(id) || !base.children.includes(id)),
      ...mine.children.filter((id) => !base.children.includes(id) && !theirs.children.includes(id)),
    ],
  }
}

type Adults = FamilyValues['adults']

function rebaseAdults(base: Adults, mine: Adults, theirs: Adults): Adults {
  const find = (adults: Adults, { id }: AdultValues) => adults.find((adult) => adult.id === id)
  const kept = theirs.flatMap((adult) => {
    const before = find(base, adult)
    const typed = find(mine, adult)
    return before === undefined ? [adult] : typed === undefined ? [] : [rebaseAdult(before, typed, adult)]
  })
  // Whoever was taken out meanwhile, and changed here, is added again.
  const added = mine.flatMap((adult) => {
    const before = find(base, adult)
    if (adult.id === BLANK_ADULT.id) {
      return [adult]
    }
    const isTyped = JSON.stringify(adult) !== JSON.stringify(before)
    return find(theirs, adult) === undefined && isTyped ? [{ ...adult, id: BLANK_ADULT.id }] : []
  })
  return [...kept, ...added]
}

function rebaseAdult(base: AdultValues, mine: AdultValues, theirs: AdultValues): AdultValues {
  const names = Object.keys(theirs) as (keyof AdultValues)[]
  const typed = names.filter((name) => mine[name] !== base[name]).map((name) => [name, mine[name]])
  return { ...theirs, ...Object.fromEntries(typed) }
}
