import type { ListCriteria, Sorting } from '../list/list-address.ts'

/**
 * The unapplied choices in a filter, as differences: if the filter is changed by other means meanwhile, such as by its
 * chips, that change survives when the draft is applied.
 */
export type CriteriaDraft<F extends string, O extends string> = {
  added: Readonly<Partial<Record<F, readonly number[]>>>
  taken: Readonly<Partial<Record<F, readonly number[]>>>
  sorting: Partial<Sorting<O>>
}

export const EMPTY_DRAFT = { added: {}, taken: {}, sorting: {} } as const satisfies CriteriaDraft<
  never,
  never
>

/** The criteria with the draft applied. */
export function withDraft<F extends string, O extends string>(
  now: ListCriteria<F, O>,
  { added, taken, sorting }: CriteriaDraft<F, O>,
): ListCriteria<F, O> {
  const filters = (Object.keys(now.filters) as F[]).map((name) => {
    const kept = now.filters[name].filter((one) => taken[name]?.includes(one) !== true)
    return [name, [...kept, ...(added[name] ?? []).filter((one) => !kept.includes(one))]]
  })
  return {
    filters: Object.fromEntries(filters) as Record<F, number[]>,
    orderBy: sorting.orderBy ?? now.orderBy,
    direction: sorting.direction ?? now.direction,
  }
}

/** The draft that makes these the filter's values. */
export function draftValues<F extends string, O extends string>(
  now: ListCriteria<F, O>,
  draft: CriteriaDraft<F, O>,
  name: F,
  values: readonly number[],
): CriteriaDraft<F, O> {
  const applied = now.filters[name]
  return {
    ...draft,
    added: { ...draft.added, [name]: values.filter((one) => !applied.includes(one)) },
    taken: { ...draft.taken, [name]: applied.filter((one) => !values.includes(one)) },
  }
}

/** What is left of a draft after the criteria have changed. */
export function stillDrafted<F extends string, O extends string>(
  now: ListCriteria<F, O>,
  { added, taken, sorting }: CriteriaDraft<F, O>,
): CriteriaDraft<F, O> {
  const names = Object.keys(now.filters) as F[]
  const left = (values: typeof added, applied: boolean) =>
    Object.fromEntries(
      names.map((name) => [
        name,
        (values[name] ?? []).filter((one) => now.filters[name].includes(one) === applied),
      ]),
    ) as Record<F, number[]>
  const { orderBy, direction } = sorting
  return {
    added: left(added, false),
    taken: left(taken, true),
    sorting: {
      ...(orderBy !== undefined && orderBy !== now.orderBy && { orderBy }),
      ...(direction !== undefined && direction !== now.direction && { direction }),
    },
  }
}
