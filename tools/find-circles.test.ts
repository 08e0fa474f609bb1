import { expect, test } from 'vitest'
import { findCircles } from './find-circles.ts'

const graph = (edges: Record<string, string[]>) => new Map(Object.entries(edges))

test('what leads back to itself by any way is a circle, and what only leads there is none', () => {
  expect(findCircles(graph({ main: ['a'], a: ['b', 'leaf'], b: ['c'], c: ['a'], leaf: [] }))).toEqual([
    ['a', 'b', 'c'],
  ])
})

test('two circles that touch are one, and two that do not are two', () => {
  expect(findCircles(graph({ a: ['b'], b: ['a', 'c'], c: ['b'] }))).toEqual([['a', 'b', 'c']])
  expect(findCircles(graph({ a: ['b'], b: ['a', 'c'], c: ['d'], d: ['c'] }))).toEqual([
    ['c', 'd'],
    ['a', 'b'],
  ])
})

test('a file that imports itself is a circle, and two ways to the same file are none', () => {
  expect(findCircles(graph({ a: ['a'], top: ['left', 'right'], left: ['end'], right: ['end'] }))).toEqual([
    ['a'],
  ])
})
