import { Button } from '@mantine/core'
import { IconFilter, IconMicrophone2, IconPlus, IconSearch } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { PreachingItem } from '@vestry/contract/preaching.ts'
import { PREACHING_PAGE_SIZE } from '@vestry/contract/preaching-rules.ts'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { preloadDialogs } from '../ui/dialogs.tsx'
import { ErrorBox } from '../ui/error-box.tsx'
import { FilterChips } from '../ui/filter-chips.tsx'
import { listQuery } from '../ui/list-address.ts'
import { ListNotice } from '../ui/list-notice.tsx'
import { ListPager } from '../ui/list-pager.tsx'
import { ListSearch } from '../ui/list-search.tsx'
import { ListStatus } from '../ui/list-status.tsx'
import { ListTable } from '../ui/list-table.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { useListState } from '../ui/use-list-state.ts'
import { whenIdle } from '../ui/when-idle.ts'
import { useWords } from '../words/use-words.ts'
import { deletePreaching } from './delete-preaching.ts'
import { listPreaching, PREACHING } from './preaching-calls.ts'
import { preachingActions, preachingColumns } from './preaching-columns.tsx'
import { preachingShape } from './preaching-filter.ts'
import classes from './preaching-list-page.module.css'
import { usePreachingChips } from './use-preaching-chips.ts'

const loadFilter = () => import('./preaching-filter-panel.tsx')
const FilterPanel = lazy(async () => ({ default: (await loadFilter()).PreachingFilterPanel }))

export function PreachingListPage() {
  const { t, language } = useWords()
  const list = useListState(preachingShape)
  const { state } = list
  const { data, error, isPlaceholderData, refetch } = useQuery(
    listPreaching(listQuery(state, PREACHING_PAGE_SIZE)),
  )
  const queries = useQueryClient()
  const [filtering, setFiltering] = useState(false)
  const page = useRef<HTMLDivElement>(null)
  const filterButton = useRef<HTMLButtonElement>(null)
  const chips = usePreachingChips(list)

  useEffect(
    () =>
      whenIdle(() => {
        void loadFilter()
        preloadDialogs()
      }),
    [],
  )
  const pages = data === undefined ? undefined : Math.max(1, Math.ceil(data.totalCount / PREACHING_PAGE_SIZE))
  const beyond = pages !== undefined && !isPlaceholderData && state.page > pages
  useEffect(() => {
    if (beyond) {
      list.fallBackTo(pages)
    }
  })

  const remove = async (item: PreachingItem) => {
    if (await deletePreaching(item, () => queries.invalidateQueries({ queryKey: PREACHING }))) {
      // The row that had the focus is gone.
      page.current?.focus()
    }
  }
  const turnTo = (next: number) => {
    list.turnTo(next)
    window.scrollTo({ top: 0 })
  }
  const quoted = state.search === '' ? [] : [t('preaching.list.quoted', { text: state.search })]
  const searched = [...quoted, ...chips.map((chip) => chip.label)]
  const empty = data?.totalCount === 0

  return (
    <div ref={page} tabIndex={-1} className={classes.page}>
      <PageHeading title={t('preaching.list.title')}>
        <Button component={Link} to={paths.newPreaching} leftSection={<IconPlus size={16} aria-hidden />}>
          {t('preaching.list.add')}
        </Button>
      </PageHeading>
      <div className={classes.tools}>
        <div className={classes.search}>
          <ListSearch
            placeholder={t('preaching.list.search')}
            applied={state.search}
            onSearch={list.search}
          />
        </div>
        <Button
          ref={filterButton}
          className={classes.filter}
          variant="default"
          leftSection={<IconFilter size={16} aria-hidden />}
          aria-expanded={filtering}
          aria-controls="preaching-filter"
          onClick={() => setFiltering(!filtering)}
        >
          {t('preaching.filter.open')}
          {chips.length > 0 && (
            <>
              <span className={classes.count}>{chips.length}</span>{' '}
              <span className="visually-hidden">{t('preaching.filter.active', { count: chips.length })}</span>
            </>
          )}
        </Button>
      </div>
      <div id="preaching-filter" hidden={!filtering}>
        {filtering && (
          <Suspense fallback={null}>
            <FilterPanel list={list} />
          </Suspense>
        )}
      </div>
      <FilterChips chips={chips} onLastRemoved={() => filterButton.current?.focus()} />
      <ListStatus
        empty={t('preaching.list.empty')}
        page={state.page}
        pageSize={PREACHING_PAGE_SIZE}
        totalCount={error === null && !isPlaceholderData ? data?.totalCount : undefined}
      />
      {error !== null && (
        <ErrorBox
          message={t('preaching.list.failed')}
          detail={error.message}
          onRetry={() => void refetch()}
        />
      )}
      {error === null && empty && searched.length === 0 && (
        <ListNotice
          icon={<IconMicrophone2 size={32} stroke={1.5} aria-hidden />}
          title={t('preaching.list.empty')}
          text={t('preaching.list.emptyText')}
        >
          <Button variant="default" component={Link} to={paths.newPreaching}>
            {t('preaching.list.add')}
          </Button>
        </ListNotice>
      )}
      {error === null && empty && searched.length > 0 && (
        <ListNotice
          icon={<IconSearch size={32} stroke={1.5} aria-hidden />}
          title={t('preaching.list.empty')}
          text={t('preaching.list.nothing', { what: searched.join(', ') })}
        >
          <Button variant="default" onClick={list.clear}>
            {t('preaching.list.clear')}
          </Button>
        </ListNotice>
      )}
      {error === null && !empty && (
        <>
          <ListTable
            caption={t('preaching.list.title')}
            columns={preachingColumns(language)}
            actions={preachingActions((item) => void remove(item))}
            rows={data?.results}
            pageSize={PREACHING_PAGE_SIZE}
            keyOf={(item) => item.uuid}
            nameOf={(item) => item.localizedname}
            sorting={state}
            onSort={list.sortBy}
            stale={isPlaceholderData}
          />
          {data !== undefined && (
            <ListPager
              page={state.page}
              pageSize={PREACHING_PAGE_SIZE}
              totalCount={data.totalCount}
              onTurn={turnTo}
            />
          )}
        </>
      )}
    </div>
  )
}
