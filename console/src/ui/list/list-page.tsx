import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useMessages } from '../../messages/use-messages.ts'
import { countText } from '../count-text.ts'
import { stillThere } from '../is-hopeless.ts'
import { PageHeading } from '../page-heading.tsx'
import { PrintButton } from '../print/print-button.tsx'
import type { Rows } from '../print/print-list.ts'
import { PrintedNote } from '../print/printed-note.tsx'
import { usePrintedRows } from '../print/printed-rows.ts'
import type { ListState } from './list-address.ts'
import classes from './list-page.module.css'
import { ListPager } from './list-pager.tsx'
import { ListSearch } from './list-search.tsx'
import { ListTable, type ListTableProps } from './list-table.tsx'
import { ListTools } from './list-tools.tsx'
import { type EmptyList, NoRows } from './no-rows.tsx'
import type { ListControl } from './use-list-state.ts'
import type { Several } from './use-several.tsx'

type Answer<Row> = UseQueryResult<Rows<Row>>

/**
 * A page with a list: its title and tools, then its rows, or why there are none. It goes back from a page that no
 * longer exists, and keeps the focus when a row disappears.
 */
export function ListPage<Row, F extends string, O extends string>(
  props: Pick<ListTableProps<Row, O>, 'columns' | 'actions' | 'pageSize' | 'keyOf' | 'nameOf'> & {
    title: string
    /** Whether the title is drawn as the words of which it consists. */
    titleApart?: boolean
    list: ListControl<F, O>
    answer: Pick<Answer<Row>, 'data' | 'error' | 'isPlaceholderData' | 'refetch'>
    /** Loads other rows of the same list, for printing. */
    fetchRows: (state: ListState<F, O>, limit: number) => Promise<Rows<Row>>
    /** The primary action, on the line of the title. */
    action?: ReactNode
    /** The placeholder of the search box; without one there is none. */
    search?: string
    /** What the search box searches, as its name and as a line below it, if the placeholder doesn't say it. */
    searches?: { label: string; help: string }
    /** Present if several rows may be selected, to do something with all of them. */
    several?: Several<Row> | undefined
    /** What is beside the search box, and what is below both. */
    tools?: ReactNode
    below?: ReactNode
    /** The filters of the list besides the search, in words. */
    filteredBy?: readonly string[]
    empty: EmptyList
    failed: string
  },
) {
  const { t } = useMessages()
  const { list, answer, pageSize, empty, several, filteredBy = [] } = props
  const { state } = list
  const { error, isPlaceholderData } = answer
  const loaded = stillThere(answer)
  // If the search before found nothing, that says nothing about this one.
  const data = isPlaceholderData && loaded?.totalCount === 0 ? undefined : loaded
  const page = useRef<HTMLDivElement>(null)

  const pages = data === undefined ? undefined : Math.max(1, Math.ceil(data.totalCount / pageSize))
  const beyond = pages !== undefined && !isPlaceholderData && state.page > pages
  useEffect(() => {
    if (beyond) {
      list.fallBackTo(pages)
    }
  })

  const fetchRows = (slice: ListState, limit: number) => props.fetchRows(slice as ListState<F, O>, limit)
  const printed = usePrintedRows(state, data, fetchRows, several?.selected)
  const selecting = several?.code
  const turnBy = (pages: number, last: number) => {
    list.turnBy(pages, last)
    window.scrollTo({ top: 0 })
  }
  const quoted = state.search === '' ? [] : [t('ui.list.quoted', { text: state.search })]
  const filtered = [...quoted, ...filteredBy]

  return (
    <div ref={page} tabIndex={-1} className={classes.page}>
      <PageHeading title={props.title} apart={props.titleApart}>
        {props.action}
      </PageHeading>
      <ListTools
        beside={
          <>
            {several?.button}
            {props.tools}
            {data !== undefined && data.totalCount > 0 && <PrintButton loadRest={printed.loadRest} />}
          </>
        }
      >
        {props.search !== undefined && (
          <ListSearch
            ref={list.searchBox}
            placeholder={props.search}
            {...props.searches}
            applied={state.search}
            clean={list.cleanSearch}
            onSearch={list.search}
          />
        )}
      </ListTools>
      {several && selecting && (
        <selecting.Actions
          several={several}
          shown={data}
          state={state}
          fetchRows={fetchRows}
          loadRest={printed.loadRest}
        />
      )}
      {props.below}
      <ListStatus
        empty={empty.title}
        page={state.page}
        pageSize={pageSize}
        totalCount={error === null && !isPlaceholderData ? data?.totalCount : undefined}
        totalExceeded={data?.totalExceeded}
      />
      {(error !== null || data?.totalCount === 0) && (
        <NoRows
          error={error}
          failed={props.failed}
          onRetry={() => answer.refetch()}
          empty={empty}
          filteredBy={filtered}
          clear={t(filteredBy.length > 0 ? 'ui.list.clear' : 'ui.search.clear')}
          onClear={list.plain ? undefined : list.clear}
        />
      )}
      {(error === null || data !== undefined) && data?.totalCount !== 0 && (
        <>
          <ListTable
            caption={props.title}
            columns={several && selecting ? [selecting.tickColumn(several), ...props.columns] : props.columns}
            actions={selecting ? undefined : props.actions}
            rows={data?.results}
            pageSize={pageSize}
            keyOf={props.keyOf}
            nameOf={props.nameOf}
            sorting={state}
            onSort={list.sortBy}
            stale={isPlaceholderData}
            onRowGone={() => page.current?.focus()}
            printed={printed.rows}
          />
          {data !== undefined && !printed.ofSelected && (
            <PrintedNote
              filteredBy={filtered}
              printed={printed.rows?.length ?? data.results.length}
              totalCount={data.totalCount}
              totalExceeded={data.totalExceeded}
            />
          )}
          {data !== undefined && (
            <ListPager
              page={state.page}
              pageSize={pageSize}
              totalCount={data.totalCount}
              totalExceeded={data.totalExceeded}
              onTurn={turnBy}
            />
          )}
        </>
      )}
    </div>
  )
}

/** Tells screen readers what a search, a filter or another page has brought. It is on the page before it speaks. */
function ListStatus(props: {
  empty: string
  page: number
  pageSize: number
  /** Absent while rows are loading. */
  totalCount: number | undefined
  totalExceeded: boolean | undefined
}) {
  const { t } = useMessages()
  const { page, pageSize, totalCount } = props
  return (
    <p role="status" className="visually-hidden">
      {totalCount === 0 && props.empty}
      {totalCount !== undefined &&
        totalCount > 0 &&
        t('ui.list.shown', {
          from: (page - 1) * pageSize + 1,
          to: Math.min(page * pageSize, totalCount),
          count: countText(totalCount, props.totalExceeded),
        })}
    </p>
  )
}
