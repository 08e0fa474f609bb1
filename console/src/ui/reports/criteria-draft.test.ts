import { expect, test } from 'vitest'
import type { ListCriteria } from '../list/list-address.ts'
import { draftValues, EMPTY_DRAFT, stillDrafted, withDraft } from './criteria-draft.ts'

type Name = 'years' | 'presenters'
type Order = 'date' | 'title'

const criteria = (years: number[], presenters: number[] = []): ListCriteria<Name, Order> => ({
  filters: { years, presenters },
  orderBy: 'date',
  direction: 'DESC',
})

test('a draft that is applied leaves off what was taken off by other means since', () => {
  const drawn = criteria([2023, 2024], [7])
  const draft = draftValues(drawn, EMPTY_DRAFT, 'years', [2023, 2024, 2025])
  expect(withDraft(drawn, draft)).toEqual(criteria([2023, 2024, 2025], [7]))
  expect(withDraft(criteria([2024]), draft)).toEqual(criteria([2024, 2025]))
})

test('what a draft takes off is off, whatever else was added since', () => {
  const draft = draftValues(criteria([2023, 2024]), EMPTY_DRAFT, 'years', [2024])
  expect(withDraft(criteria([2023, 2024, 2022], [7]), draft)).toEqual(criteria([2024, 2022], [7]))
})

test('what has been applied is drafted no more, and stays off once it is taken off again', () => {
  const draft = draftValues(criteria([]), EMPTY_DRAFT, 'years', [2023])
  const settled = stillDrafted(criteria([2023]), { ...draft, sorting: { orderBy: 'date' } })
  expect(withDraft(criteria([]), settled)).toEqual(criteria([]))
  expect(settled.sorting).toEqual({})
})

test('of the order only what was chosen is drafted', () => {
  const draft = { ...EMPTY_DRAFT, sorting: { orderBy: 'title' } } as const
  expect(withDraft({ ...criteria([]), direction: 'ASC' }, draft)).toEqual({
    ...criteria([]),
    orderBy: 'title',
    direction: 'ASC',
  })
  expect(stillDrafted(criteria([]), draft).sorting).toEqual({ orderBy: 'title' })
})
