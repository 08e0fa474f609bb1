import type { DoorChild, DoorClass, DoorFamily } from '@vestry/contract/calls/door.ts'
import type { Arriving } from './door-bodies.ts'

/** What is chosen of a family at the desk: who comes in, and into which class. */
export type Chosen = ReadonlyMap<number, { ticked: boolean; class_id: number | undefined }>

/** Those who are on a roster of today come in, and nobody who is here. */
export function chosenAtFirst({ children }: Pick<DoorFamily, 'children'>): Chosen {
  return new Map(
    children.map(({ attendee_id, class_id, stay_id }) => [
      attendee_id,
      { ticked: class_id !== null && stay_id === null, class_id: class_id ?? undefined },
    ]),
  )
}

/** A child for whom a class is chosen comes in. */
export function choose(
  chosen: Chosen,
  attendee_id: number,
  change: { ticked: boolean } | { class_id: number | undefined },
): Chosen {
  const now = chosen.get(attendee_id) ?? { ticked: false, class_id: undefined }
  const next =
    'class_id' in change ? { class_id: change.class_id, ticked: change.class_id !== undefined } : change
  return new Map([...chosen, [attendee_id, { ...now, ...next }]])
}

/** The children who come in with one tap, as the call takes them; those without a class are `lacking`. */
export function arrivingOf(
  { children }: Pick<DoorFamily, 'children'>,
  chosen: Chosen,
): { ready: Arriving['children']; lacking: DoorChild[] } {
  const ticked = children.filter(
    ({ attendee_id, stay_id }) => stay_id === null && chosen.get(attendee_id)?.ticked === true,
  )
  return {
    ready: ticked.flatMap(({ attendee_id }) => {
      const class_id = chosen.get(attendee_id)?.class_id
      return class_id === undefined ? [] : [{ attendee_id, class_id }]
    }),
    lacking: ticked.filter(({ attendee_id }) => chosen.get(attendee_id)?.class_id === undefined),
  }
}

/** The classes that a child can go to. */
export function openClasses(classes: readonly DoorClass[]): DoorClass[] {
  return classes.filter(({ cancelled }) => !cancelled)
}
