import { type ListFilter, MAX_SEARCH } from '@vestry/contract/rules/list-rules.ts'
import { sanitizeSearch } from '@vestry/contract/text/sanitize.ts'

type Direction = 'ASC' | 'DESC'

/** What a list can be filtered and sorted by; each order with the direction in which it starts. */
export type ListShape<Filter extends string = string, Order extends string = string> = {
  filters: Readonly<Record<Filter, ListFilter>>
  orders: Readonly<Record<Order, Direction>>
  defaultOrder: NoInfer<Order>
  /** How a search text is cleaned; without it, by `sanitizeSearch`. */
  cleanSearch?: (text: string) => string
  /** Other parameters of the address, which stay while the list is filtered, sorted and paged. */
  beside?: readonly string[]
}

export type Sorting<Order extends string = string> = { orderBy: Order; direction: Direction }

export type ListCriteria<Filter extends string = string, Order extends string = string> = Sorting<Order> & {
  filters: Readonly<Record<Filter, readonly number[]>>
}

/** Everything a list's address says. Pages count from 1. */
export type ListState<Filter extends string = string, Order extends string = string> = ListCriteria<
  Filter,
  Order
> & { search: string; page: number }

export function defaultCriteria<F extends string, O extends string>(
  shape: ListShape<F, O>,
): ListCriteria<F, O> {
  return {
    filters: Object.fromEntries(filterNames(shape).map((name) => [name, []])) as unknown as Record<
      F,
      number[]
    >,
    orderBy: shape.defaultOrder,
    direction: shape.orders[shape.defaultOrder],
  }
}

/** Reads a list's state from its address. A value that makes no sense there is ignored. */
export function readListState<F extends string, O extends string>(
  params: URLSearchParams,
  shape: ListShape<F, O>,
): ListState<F, O> {
  const named = params.get('orderBy') ?? ''
  const orderBy = Object.hasOwn(shape.orders, named) ? (named as O) : shape.defaultOrder
  const direction = params.get('direction')
  const search = (params.get('search') ?? '').slice(0, MAX_SEARCH)
  const page = Number(params.get('page') ?? 1)
  const filters = filterNames(shape).map((name) => {
    const [least, most] = rangeOf(shape.filters[name])
    return [name, readNumbers(params.get(name) ?? '').filter((one) => one >= least && one <= most)]
  })
  return {
    // The expressions that clean a text take long to compile on a phone.
    search: search && (shape.cleanSearch ?? sanitizeSearch)(search),
    filters: Object.fromEntries(filters) as Record<F, number[]>,
    orderBy,
    direction: direction === 'ASC' || direction === 'DESC' ? direction : shape.orders[orderBy],
    page: Number.isInteger(page) && page > 0 && page <= 1_000_000 ? page : 1,
  }
}

function filterNames<F extends string>({ filters }: Pick<ListShape<F>, 'filters'>): F[] {
  return Object.keys(filters) as F[]
}

/** The smallest and the largest number allowed as a value of a filter; a filter with words counts them from 1. */
function rangeOf(filter: ListFilter): [number, number] {
  switch (filter.kind) {
    case 'ids':
      return [1, 999_999_999]
    case 'numbers':
      return [filter.least, filter.most]
    case 'words':
      return [1, filter.of.length]
  }
}

function readNumbers(text: string): number[] {
  const numbers = text.split(',').filter((part) => /^[1-9]\d{0,8}$/.test(part))
  return [...new Set(numbers.map(Number))]
}

/** The address of a list's state; default values are left out, so that addresses stay short. */
export function writeListState<F extends string, O extends string>(
  state: ListState<F, O>,
  shape: ListShape<F, O>,
): URLSearchParams {
  const params = new URLSearchParams()
  if (state.search !== '') {
    params.set('search', state.search)
  }
  for (const name of filterNames(shape)) {
    if (state.filters[name].length > 0) {
      params.set(name, state.filters[name].join(','))
    }
  }
  if (state.orderBy !== shape.defaultOrder) {
    params.set('orderBy', state.orderBy)
  }
  if (state.direction !== shape.orders[state.orderBy]) {
    params.set('direction', state.direction)
  }
  if (state.page > 1) {
    params.set('page', String(state.page))
  }
  return params
}

/**
 * Whether two sets of criteria show the same rows in the same order; the order in which values were chosen doesn't
 * matter.
 */
export function sameCriteria<F extends string, O extends string>(
  one: ListCriteria<F, O>,
  other: ListCriteria<F, O>,
): boolean {
  const names = Object.keys(one.filters) as F[]
  return (
    one.orderBy === other.orderBy &&
    one.direction === other.direction &&
    names.every(
      (name) =>
        one.filters[name].length === other.filters[name].length &&
        one.filters[name].every((value) => other.filters[name].includes(value)),
    )
  )
}

/**
 * Sorts by the first of a column's orders, in the direction in which that starts; if the list has one of the column's
 * orders already, in the other direction.
 */
export function flipSorting<O extends string>(
  now: Sorting<O>,
  orders: readonly [O, ...O[]],
  starts: Readonly<Record<O, Direction>>,
): Sorting<O> {
  return orders.includes(now.orderBy)
    ? { orderBy: now.orderBy, direction: now.direction === 'ASC' ? 'DESC' : 'ASC' }
    : { orderBy: orders[0], direction: starts[orders[0]] }
}

/** The part of an API query for a list's state: only what is not empty, with limit and offset. */
export function listQuery<F extends string, O extends string>(
  state: ListState<F, O>,
  pageSize: number,
  shape: Pick<ListShape<F>, 'filters'>,
) {
  const filters = filterNames(shape)
    .filter((name) => state.filters[name].length > 0)
    .map((name) => {
      const filter = shape.filters[name]
      const numbers = state.filters[name]
      const values = filter.kind === 'words' ? numbers.map((number) => filter.of[number - 1]) : numbers
      return [name, values.join(',')]
    })
  return {
    ...(state.search !== '' && { search: state.search }),
    ...(Object.fromEntries(filters) as Partial<Record<F, string>>),
    orderBy: state.orderBy,
    direction: state.direction,
    limit: pageSize,
    offset: (state.page - 1) * pageSize,
  }
}
