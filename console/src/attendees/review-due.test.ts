import { expect, test } from 'vitest'
import { isReviewDue } from './review-due.ts'

const NUTS = { allergies: 'Nuts', needs: '' }

test('allergies and needs are looked at again when more than a year has passed, or nobody has yet', () => {
  expect(isReviewDue(NUTS, '2025-11-29', '2026-11-29')).toBe(false)
  expect(isReviewDue(NUTS, '2025-11-28', '2026-11-29')).toBe(true)
  expect(isReviewDue({ allergies: '', needs: 'Hearing aid' }, null, '2026-11-29')).toBe(true)
})

test('of a child without allergies and needs there is nothing to look at', () => {
  expect(isReviewDue({ allergies: '', needs: '' }, null, '2026-11-29')).toBe(false)
})
