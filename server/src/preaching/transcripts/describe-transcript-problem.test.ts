import { expect, test } from 'vitest'
import { describeTranscriptProblem } from './describe-transcript-problem.ts'

test('each reason is a sentence with the line, in each language', () => {
  expect(describeTranscriptProblem({ reason: 'no_time', line: 3 }, 'en')).toMatch(/^Line 3: /)
  expect(describeTranscriptProblem({ reason: 'not_text' }, 'es')).toBe('Este archivo no es un texto.')
})
