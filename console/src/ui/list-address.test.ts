import { describe, expect, it } from 'vitest'
import { listQuery, readListState, sameNarrowing, writeListState } from './list-address.ts'

const shape = {
  filters: ['years', 'presenters'],
  orders: { date: 'DESC', title: 'ASC' },
  defaultOrder: 'date',
} as const

const read = (text: string) => readListState(new URLSearchParams(text), shape)

describe("a list's address", () => {
  it('says nothing while the list is as by default', () => {
    expect(writeListState(read(''), shape).toString()).toBe('')
    expect(read('')).toEqual({
      search: '',
      filters: { years: [], presenters: [] },
      orderBy: 'date',
      direction: 'DESC',
      page: 1,
    })
  })

  it('restores search, filter, sort and page', () => {
    const address = 'search=grace&years=2025%2C2024&presenters=3&orderBy=title&direction=DESC&page=4'
    expect(read(address)).toEqual({
      search: 'grace',
      filters: { years: [2025, 2024], presenters: [3] },
      orderBy: 'title',
      direction: 'DESC',
      page: 4,
    })
    expect(writeListState(read(address), shape).toString()).toBe(address)
  })

  it('counts what makes no sense as not said', () => {
    const state = read('years=2025,x,-1,2025&orderBy=toString&direction=up&page=0')
    expect(state.filters.years).toEqual([2025])
    expect(state.orderBy).toBe('date')
    expect(state.direction).toBe('DESC')
    expect(state.page).toBe(1)
  })

  it('asks the API only for what is not empty, and for the right page', () => {
    expect(listQuery(read('years=2025,2024&page=3'), 10)).toEqual({
      years: '2025,2024',
      orderBy: 'date',
      direction: 'DESC',
      limit: 10,
      offset: 20,
    })
  })

  it('takes two choices in another order for the same', () => {
    expect(sameNarrowing(read('years=2025,2024'), read('years=2024,2025'))).toBe(true)
    expect(sameNarrowing(read('years=2025'), read('years=2024'))).toBe(false)
    expect(sameNarrowing(read(''), read('direction=ASC'))).toBe(false)
  })
})
