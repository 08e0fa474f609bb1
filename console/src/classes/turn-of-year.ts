import { ageOn } from '@vestry/contract/rules/age-on.ts'
import type { TypedAges } from './age-inputs.tsx'
import { addDays } from './class-fields.ts'

/**
 * The day from which those who move up belong to another class: the day after the last session, and not before today.
 */
export function turnOfYear(last: string | undefined, today: string): string {
  const after = last === undefined ? today : addDays(last.slice(0, 10), 1)
  return after < today ? today : after
}

/** The children who have these ages on a day. An empty input is no bound; without any bound, nobody is meant. */
export function childrenOfAge<Child extends { birthdate: string | null }>(
  children: readonly Child[],
  { age_from, age_to }: TypedAges,
  day: string,
): Child[] {
  if (day === '' || (age_from === '' && age_to === '')) {
    return []
  }
  return children.filter(({ birthdate }) => {
    const age = birthdate === null ? undefined : ageOn(day, birthdate)
    return (
      age !== undefined &&
      (age_from === '' || age >= Number(age_from)) &&
      (age_to === '' || age <= Number(age_to))
    )
  })
}
