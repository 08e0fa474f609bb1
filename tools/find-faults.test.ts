import { expect, test } from 'vitest'
import { findFaults, withChange } from './find-faults.ts'

/** What a text becomes by each fault of a kind. */
function changed(text: string, kind: string) {
  return findFaults(text)
    .filter((fault) => fault.kind === kind)
    .map((fault) => withChange(text, fault))
}

test('a comparison is turned, or lets its limit in', () => {
  expect(changed('export const isOld = (age as number) < 18', 'comparison')).toEqual([
    'export const isOld = (age as number) <= 18',
  ])
  expect(changed("const isOn = (a ?? b)! === 'on' // –", 'comparison')).toEqual([
    "const isOn = (a ?? b)! !== 'on' // –",
  ])
})

test('a condition no longer counts', () => {
  expect(changed('const isDue = (isLate || isNew) && !isDone', 'condition')).toEqual([
    'const isDue = (isLate || isNew) && true',
    'const isDue = (isLate || false) && !isDone',
  ])
  expect(changed('if (isDone) stop()', 'condition')).toEqual(['if (true) stop()', 'if (false) stop()'])
})

test('a function ends before its first step, and a step is left out', () => {
  const text = 'function save(row: Row): void {\n  write(row)\n  const read = 1\n}'
  expect(changed(text, 'early return')).toEqual([
    'function save(row: Row): void { return;\n  write(row)\n  const read = 1\n}',
  ])
  expect(changed(text, 'statement')).toEqual(['function save(row: Row): void {\n  ;\n  const read = 1\n}'])
})

test('a constant is another one, but no name, type, import or sentence', () => {
  const text = `import { a } from './a.ts'
type Kind = 'one' | 2
export const NAMES = { 'first-name': 'first', limit: 3 } satisfies Record<'limit', number>
throw new Error('There is no such child.')`
  expect(changed(text, 'constant')).toEqual([
    text.replace("'first',", '"",'),
    text.replace('limit: 3', 'limit: 4'),
  ])
})

test('the line of a fault is that of its first character', () => {
  const text = 'const one = 1\n\nconst two =\n  2'
  expect(findFaults(text).map(({ line }) => line)).toEqual([1, 4])
})
