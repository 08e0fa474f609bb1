import type { RollState } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countAbsences } from './count-absences.ts'

const STATES: Record<string, RollState> = { P: 'present', A: 'absent', '-': 'not_recorded' }
const read = (marks: string) => [...marks].map((mark) => STATES[mark] ?? 'not_recorded')

test.each([
  ['AAAP', 3],
  ['PAAAP', 3],
  ['AAAPAAAAP', 4],
  ['AAAAAAAAAAAP', 11],
  ['A-A--AP', 3],
  ['-AAA-P', 3],
  ['AAP', 0],
  ['A-A-P', 0],
  ['---P', 0],
  ['AAPAP', 0],
  ['AAAA', 0],
  ['AAAPP', 0],
  ['AAAP-', 0],
  ['AAAPA', 0],
  ['P', 0],
  ['-', 0],
  ['', 0],
])('%s, oldest first, are %i absences before a return', (marks, absences) => {
  expect(countAbsences(read(marks))).toBe(absences)
})

const marks = fc.string({ unit: fc.constantFrom('P', 'A', '-'), maxLength: 12 })

test('it is the run of absences that a reader would find, and a class without a record never counts', () => {
  fc.assert(
    fc.property(marks, (written) => {
      const [, run = ''] =
        /(?:^|P)(A{3,})P$/.exec(`${written.slice(0, -1).replaceAll('-', '')}${written.slice(-1)}`) ?? []
      expect(countAbsences(read(written))).toBe(run.length)
    }),
  )
})

test('what was not recorded anywhere before the return changes nothing', () => {
  fc.assert(
    fc.property(marks, fc.nat(), (written, position) => {
      const came = `${written}P`
      const at = position % came.length
      const withGap = `${came.slice(0, at)}-${came.slice(at)}`
      expect(countAbsences(read(withGap))).toBe(countAbsences(read(came)))
    }),
  )
})
