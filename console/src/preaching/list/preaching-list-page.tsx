import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { PreachingItem } from '@vestry/contract/calls/preaching.ts'
import { MAX_SEVERAL, PREACHING_PAGE_SIZE } from '@vestry/contract/rules/preaching-rules.ts'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { ApiError } from '../../api/call-api.ts'
import { fetchCode } from '../../api/fetch-code.ts'
import type { Address } from '../../api/page-reads.ts'
import { queryClient } from '../../api/query-client.ts'
import { useOwnRole } from '../../auth/use-own-role.ts'
import { loadMessages } from '../../messages/messages.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { paths } from '../../paths.ts'
import { showNotice } from '../../ui/dialogs/dialogs.ts'
import { FilterChips } from '../../ui/list/filter-chips.tsx'
import { readListState } from '../../ui/list/list-address.ts'
import { ListPage } from '../../ui/list/list-page.tsx'
import { useListState } from '../../ui/list/use-list-state.ts'
import { useSeveral } from '../../ui/list/use-several.tsx'
import { IconFilter, IconMicrophone2, IconPlus } from '../../ui/look/icons.ts'
import { FormLink } from '../../ui/return-link.tsx'
import { useChurch } from '../../ui/use-church.ts'
import { whenIdle } from '../../ui/when-idle.ts'
import { listPreaching, PREACHING } from '../preaching-calls.ts'
import { preachingActions, preachingColumns } from './preaching-columns.tsx'
import { preachingShape } from './preaching-filter.ts'
import classes from './preaching-list-page.module.css'
import { sermonsOf } from './preaching-reads.ts'
import { usePreachingChips } from './use-preaching-choices.ts'

const loadFilter = async () => {
  const [{ PreachingFilterPanel }] = await fetchCode(() =>
    Promise.all([import('./preaching-filter-panel.tsx'), loadMessages('preaching-filter')]),
  )
  return { default: PreachingFilterPanel }
}
const FilterPanel = lazy(loadFilter)

/**
 * Asks and deletes; its code is loaded after the rows, so that the question is open before a key that follows at once.
 */
let deletePreaching: typeof import('./delete-preaching.ts').deletePreaching | undefined
const loadDelete = async () => {
  deletePreaching ??= (await fetchCode(() => import('./delete-preaching.ts'))).deletePreaching
  return deletePreaching
}

const loadSelection = async () => {
  const [{ preachingSelection }] = await fetchCode(() =>
    Promise.all([import('./preaching-selection.tsx'), loadMessages('several')]),
  )
  return preachingSelection
}

PreachingListPage.read = ({ search }: Address) => {
  const state = readListState(new URLSearchParams(search), preachingShape)
  return queryClient.prefetchQuery(listPreaching(sermonsOf(state)))
}
export function PreachingListPage() {
  const { t, language } = useMessages()
  const own = useOwnRole()
  const { publicPages } = useChurch()
  const list = useListState(preachingShape)
  const answer = useQuery(listPreaching(sermonsOf(list.state)))
  const queries = useQueryClient()
  const [filtering, setFiltering] = useState(false)
  const several = useSeveral<PreachingItem>(t('preaching.list.select'), loadSelection, {
    most: MAX_SEVERAL,
    keyOf: ({ uuid }) => uuid,
    nameOf: ({ localizedname }) => localizedname,
  })
  const filterButton = useRef<HTMLButtonElement>(null)
  const chips = usePreachingChips(list)
  useEffect(() => whenIdle(() => void Promise.all([loadDelete(), loadFilter()]).catch(() => undefined)), [])
  // The rows can be used before the first picture is asked for.
  const [pictures, setPictures] = useState(false)
  const usable = answer.data !== undefined
  useEffect(() => (usable ? whenIdle(() => setPictures(true)) : undefined), [usable])

  const remove = async (item: PreachingItem) => {
    try {
      const ask = deletePreaching ?? (await loadDelete())
      return await ask(item, () => queries.invalidateQueries({ queryKey: PREACHING }))
    } catch (error) {
      if (!(error instanceof ApiError)) {
        throw error
      }
      showNotice({ message: t('data.offline') })
      return false
    }
  }

  return (
    <div className={classes.page}>
      <ListPage
        title={t('preaching.list.title')}
        list={list}
        answer={answer}
        fetchRows={(state, limit) => queries.fetchQuery(listPreaching(sermonsOf(state, limit)))}
        columns={preachingColumns(language, pictures)}
        actions={preachingActions(remove, own)}
        pageSize={PREACHING_PAGE_SIZE}
        keyOf={several.keyOf}
        nameOf={several.nameOf}
        several={own.may('sermons') || own.may('delete') ? several : undefined}
        action={
          own.may('sermons') && (
            <Button
              component={FormLink}
              to={paths.newPreaching}
              leftSection={<IconPlus size={16} aria-hidden />}
            >
              {t('preaching.list.add')}
            </Button>
          )
        }
        search={t('preaching.list.search')}
        tools={
          <Button
            ref={filterButton}
            className={classes.filter}
            variant="default"
            leftSection={<IconFilter size={16} aria-hidden />}
            aria-expanded={filtering}
            aria-controls="preaching-filter"
            onClick={() => setFiltering((now) => !now)}
          >
            {t('preaching.filter.open')}
            {chips.length > 0 && (
              <>
                <span className={classes.count}>{chips.length}</span>{' '}
                <span className="visually-hidden">
                  {t('preaching.filter.active', { count: chips.length })}
                </span>
              </>
            )}
          </Button>
        }
        below={
          <>
            <div id="preaching-filter" hidden={!filtering}>
              {filtering && (
                <Suspense fallback={null}>
                  <FilterPanel list={list} />
                </Suspense>
              )}
            </div>
            <FilterChips chips={chips} onLastRemoved={() => filterButton.current?.focus()} />
          </>
        }
        filteredBy={chips.map((chip) => chip.label)}
        empty={{
          icon: <IconMicrophone2 size={32} stroke={1.5} aria-hidden />,
          title: t('preaching.list.empty'),
          text: t('preaching.list.emptyText'),
          action: own.may('sermons') && (
            <Button variant="default" component={FormLink} to={paths.newPreaching}>
              {t('preaching.list.add')}
            </Button>
          ),
        }}
        failed={t('preaching.list.failed')}
      />
      {answer.data !== undefined && (
        <div className={classes.further}>
          {own.may('sermons') && <Link to={paths.names}>{t('shell.page.names')}</Link>}
          {publicPages && <Link to={paths.downloads}>{t('shell.page.downloads')}</Link>}
          {own.may('administer') && <Link to={paths.sermonImports}>{t('shell.page.sermonImports')}</Link>}
        </div>
      )}
    </div>
  )
}
