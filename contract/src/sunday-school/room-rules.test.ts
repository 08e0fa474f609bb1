import { expect, test } from 'vitest'
import { adultsNeeded } from './room-rules.ts'

const of = (age: number | undefined, count: number) => new Array<number | undefined>(count).fill(age)

test('a group of one age needs as many adults as its age asks for', () => {
  expect(adultsNeeded(of(1, 9))).toBe(3)
  expect(adultsNeeded(of(1, 10))).toBe(4)
  expect(adultsNeeded(of(2, 12))).toBe(3)
  expect(adultsNeeded(of(3, 13))).toBe(4)
  expect(adultsNeeded(of(4, 18))).toBe(3)
  expect(adultsNeeded(of(8, 19))).toBe(4)
  expect(adultsNeeded(of(9, 24))).toBe(3)
  expect(adultsNeeded(of(12, 25))).toBe(4)
  expect(adultsNeeded(of(13, 30))).toBe(3)
  expect(adultsNeeded(of(18, 31))).toBe(4)
})

test('children of several ages need what their parts add up to', () => {
  expect(adultsNeeded([...of(1, 3), ...of(3, 4), ...of(5, 6)])).toBe(3)
  expect(adultsNeeded([...of(1, 3), ...of(3, 4), ...of(5, 7)])).toBe(4)
  expect(adultsNeeded([...of(1, 1), ...of(3, 2), ...of(5, 1)])).toBe(2)
})

test('two adults are the least, and an empty room needs none', () => {
  expect(adultsNeeded([])).toBe(0)
  expect(adultsNeeded([10])).toBe(2)
  expect(adultsNeeded(of(10, 3), { children_per_adult: 20 })).toBe(2)
})

test('a child whose age is not known counts as the youngest of the others', () => {
  expect(adultsNeeded([...of(9, 16), ...of(undefined, 8)])).toBe(3)
  expect(adultsNeeded([1, ...of(undefined, 9)])).toBe(4)
})

test('children of whom no age is known count as the youngest of all', () => {
  expect(adultsNeeded(of(undefined, 9))).toBe(3)
  expect(adultsNeeded(of(undefined, 10))).toBe(4)
})

test('a room with a number of its own asks for that, whatever the ages', () => {
  expect(adultsNeeded(of(1, 14), { children_per_adult: 5 })).toBe(3)
  expect(adultsNeeded(of(undefined, 16), { children_per_adult: 5 })).toBe(4)
  expect(adultsNeeded(of(18, 14), { children_per_adult: 5 })).toBe(3)
})
