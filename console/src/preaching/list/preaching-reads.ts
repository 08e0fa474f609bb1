import {
  PREACHING_PAGE_SIZE,
  type PreachingFilterName,
  type PreachingOrder,
} from '@vestry/contract/rules/preaching-rules.ts'
import type { PageReads, Read } from '../../api/page-reads.ts'
import { defaultCriteria, type ListState, listQuery } from '../../ui/list/list-address.ts'
import { preachingCriteria } from './preaching-filter.ts'

/** The sermons that a state of their list shows. */
export const sermonsOf = (
  state: ListState<PreachingFilterName, PreachingOrder>,
  limit = PREACHING_PAGE_SIZE,
) =>
  ({
    call: 'GET /preachingManagement',
    query: listQuery(state, limit, preachingCriteria),
  }) as const satisfies Read

/** The newest sermons; what an address adds is read with more code than the script of the first paint should hold. */
export const preachingReads: PageReads = ({ search }) =>
  search === '' ? [sermonsOf({ ...defaultCriteria(preachingCriteria), search: '', page: 1 })] : []
