import { expect, it } from 'vitest'
import { choosableYears } from './preaching-filter.ts'

it('offers the years from the current one down to 2022', () => {
  expect(choosableYears(2026, [])).toEqual([2026, 2025, 2024, 2023, 2022])
  expect(choosableYears(2022, [])).toEqual([2022])
})

it('offers the earlier years of which there are sermons, too', () => {
  expect(choosableYears(2024, [2023, 2011, 1998, 1900, 1899])).toEqual([2024, 2023, 2022, 2011, 1998, 1900])
})
