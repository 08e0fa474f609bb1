import { expect, test } from 'vitest'
import type { Narrowing } from './list-address.ts'
import { draftValues, EMPTY_DRAFT, stillDrafted, withDraft } from './narrowing-draft.ts'

type Name = 'years' | 'presenters'
type Order = 'date' | 'title'

const narrowing = (years: number[], presenters: number[] = []): Narrowing<Name, Order> => ({
  filters: { years, presenters },
  orderBy: 'date',
  direction: 'DESC',
})

test('a draft that is applied leaves off what was taken off by other means since', () => {
  const drawn = narrowing([2023, 2024], [7])
  const draft = draftValues(drawn, EMPTY_DRAFT, 'years', [2023, 2024, 2025])
  expect(withDraft(drawn, draft)).toEqual(narrowing([2023, 2024, 2025], [7]))
  expect(withDraft(narrowing([2024]), draft)).toEqual(narrowing([2024, 2025]))
})

test('what a draft takes off is off, whatever else was added since', () => {
  const draft = draftValues(narrowing([2023, 2024]), EMPTY_DRAFT, 'years', [2024])
  expect(withDraft(narrowing([2023, 2024, 2022], [7]), draft)).toEqual(narrowing([2024, 2022], [7]))
})

test('what has been applied is drafted no more, and stays off once it is taken off again', () => {
  const draft = draftValues(narrowing([]), EMPTY_DRAFT, 'years', [2023])
  const settled = stillDrafted(narrowing([2023]), { ...draft, sorting: { orderBy: 'date' } })
  expect(withDraft(narrowing([]), settled)).toEqual(narrowing([]))
  expect(settled.sorting).toEqual({})
})

test('of the order only what was chosen is drafted', () => {
  const draft = { ...EMPTY_DRAFT, sorting: { orderBy: 'title' } } as const
  expect(withDraft({ ...narrowing([]), direction: 'ASC' }, draft)).toEqual({
    ...narrowing([]),
    orderBy: 'title',
    direction: 'ASC',
  })
  expect(stillDrafted(narrowing([]), draft).sorting).toEqual({ orderBy: 'title' })
})
