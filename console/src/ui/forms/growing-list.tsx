import { Button } from '@mantine/core'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { useMessages } from '../../messages/use-messages.ts'
import { stillThere } from '../is-hopeless.ts'
import { ListTable, type ListTableProps } from '../list/list-table.tsx'
import { type EmptyList, NoRows } from '../list/no-rows.tsx'
import { PageHeading } from '../page-heading.tsx'
import { MAX_PRINTED } from '../print/max-printed.ts'
import { PrintButton } from '../print/print-button.tsx'
import classes from './growing-list.module.css'

type Answer<Row> = UseInfiniteQueryResult<InfiniteData<{ results: readonly Row[]; next: string | null }>>

/**
 * A page with a list of which only the next piece can be loaded: nobody knows how many rows there are before the end is
 * reached. It shows its title and tools, then the rows, or why there are none.
 */
export function GrowingList<Row>(
  props: Pick<ListTableProps<Row, never>, 'columns' | 'actions' | 'pageSize' | 'keyOf' | 'nameOf'> & {
    title: string
    answer: Pick<
      Answer<Row>,
      | 'data'
      | 'error'
      | 'isPlaceholderData'
      | 'isFetchingNextPage'
      | 'isFetchNextPageError'
      | 'hasNextPage'
      | 'fetchNextPage'
      | 'refetch'
    >
    /** The primary action, on the line of the title. */
    action?: ReactNode
    tools: ReactNode
    /** The filters of the list, in words; nothing if it isn't filtered. */
    filteredBy: readonly string[]
    onClear: () => void
    empty: EmptyList
    failed: string
  },
) {
  const { t } = useMessages()
  const { answer, empty, filteredBy } = props
  const page = useRef<HTMLDivElement>(null)

  const error = answer.isFetchNextPageError ? null : answer.error
  const known = stillThere({ data: answer.data, error })?.pages.flatMap(({ results }) => results)
  // If the search before found nothing, that says nothing about this one.
  const rows = answer.isPlaceholderData && known?.length === 0 ? undefined : known
  const count = rows?.length ?? 0
  const more = answer.hasNextPage
  const none = error === null && rows !== undefined && count === 0 && !more
  const loadMore = async () => {
    const { hasNextPage } = await answer.fetchNextPage()
    if (!hasNextPage) {
      page.current?.focus({ preventScroll: true })
    }
  }
  const loadForPaper = async () => {
    for (let rest = answer.hasNextPage, held = count; rest && held < MAX_PRINTED; ) {
      const { data, hasNextPage, isFetchNextPageError } = await answer.fetchNextPage()
      held = data?.pages.reduce((sum, { results }) => sum + results.length, 0) ?? held
      rest = hasNextPage && !isFetchNextPageError
    }
  }
  const shown = t(more ? 'ui.growing.shown' : 'ui.growing.all', { count })

  return (
    <div ref={page} tabIndex={-1} className={classes.page}>
      <PageHeading title={props.title}>
        <div className={classes.actions}>
          {props.action}
          {count > 0 && <PrintButton loadRest={more ? loadForPaper : undefined} />}
        </div>
      </PageHeading>
      {props.tools}
      <p role="status" className="visually-hidden">
        {rows !== undefined && !answer.isPlaceholderData && error === null && (none ? empty.title : shown)}
      </p>
      {(error !== null || none) && (
        <NoRows
          error={error}
          failed={props.failed}
          onRetry={() => answer.refetch()}
          empty={empty}
          filteredBy={filteredBy}
          clear={t('ui.list.clear')}
          onClear={filteredBy.length === 0 ? undefined : props.onClear}
        />
      )}
      {(error === null ? !none : count > 0) && (
        <>
          <ListTable
            caption={props.title}
            columns={props.columns}
            actions={props.actions}
            rows={rows}
            pageSize={props.pageSize}
            keyOf={props.keyOf}
            nameOf={props.nameOf}
            stale={answer.isPlaceholderData}
            onRowGone={() => page.current?.focus()}
          />
          {rows !== undefined && (
            <div className={classes.foot}>
              <span>{shown}</span>
              {more && <span className={classes.onPaper}>{t('ui.print.more')}</span>}
              {answer.isFetchNextPageError && (
                <span role="alert" className={classes.failed}>
                  {t('ui.growing.moreFailed')}
                </span>
              )}
              {more && (
                <Button
                  variant="default"
                  size="sm"
                  aria-disabled={answer.isFetchingNextPage}
                  onClick={() => !answer.isFetchingNextPage && void loadMore()}
                >
                  {t('ui.growing.more')}
                </Button>
              )}
            </div>
          )}
        </>
      )}
    </div>
  )
}
