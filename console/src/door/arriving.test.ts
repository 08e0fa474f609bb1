import type { DoorChild } from '@vestry/contract/calls/door.ts'
import { expect, test } from 'vitest'
import { arrivingOf, choose, chosenAtFirst } from './arriving.ts'

const child = (attendee_id: number, given: Partial<DoorChild> = {}): DoorChild => ({
  ...{ attendee_id, first_name: 'Leo', last_name: 'López', birthdate: null, allergies: '', needs: '' },
  ...{ class_id: 7, stay_id: null, ...given },
})

test('those on a roster of today come in with one tap, and nobody who is here', () => {
  const family = { children: [child(1), child(2, { class_id: null }), child(3, { stay_id: 9 })] }
  const { ready, lacking } = arrivingOf(family, chosenAtFirst(family))
  expect(ready).toEqual([{ attendee_id: 1, class_id: 7 }])
  expect(lacking).toEqual([])
})

test('a child for whom a class is chosen comes in, and one that is ticked without a class lacks one', () => {
  const family = { children: [child(1), child(2, { class_id: null })] }
  const ticked = choose(chosenAtFirst(family), 2, { ticked: true })
  expect(arrivingOf(family, ticked).lacking.map(({ attendee_id }) => attendee_id)).toEqual([2])
  const placed = choose(choose(ticked, 2, { class_id: 8 }), 1, { ticked: false })
  expect(arrivingOf(family, placed)).toEqual({ ready: [{ attendee_id: 2, class_id: 8 }], lacking: [] })
})

test('who arrives meanwhile elsewhere is not sent again', () => {
  const family = { children: [child(1)] }
  const chosen = chosenAtFirst(family)
  expect(arrivingOf({ children: [child(1, { stay_id: 3 })] }, chosen).ready).toEqual([])
})
