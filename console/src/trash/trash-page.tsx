import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import type { TrashEntry } from '@vestry/contract/calls/trash.ts'
import { TRASH_DAYS, TRASH_PAGE_SIZE } from '@vestry/contract/rules/trash-rules.ts'
import { callApi } from '../api/call-api.ts'
import { askAndErase } from '../api/people/ask-and-erase.ts'
import { queryClient } from '../api/query-client.ts'
import { askAndDo } from '../api/trash/ask-and-delete.ts'
import { restoreDeleted } from '../api/trash/restore-deleted.ts'
import { useOwnRole } from '../auth/use-own-role.ts'
import { t } from '../messages/messages.ts'
import { useMessages } from '../messages/use-messages.ts'
import { GrowingList } from '../ui/forms/growing-list.tsx'
import type { RowAction } from '../ui/list/row-menu.tsx'
import { IconArrowBackUp, IconEraser, IconTrash } from '../ui/look/icons.ts'
import { trashColumns } from './trash-columns.tsx'
import classes from './trash-page.module.css'

const SKELETON_ROWS = 5

/** What was deleted, until its days are over. */
export function TrashPage() {
  const { language } = useMessages()
  const { may } = useOwnRole()
  const answer = useInfiniteQuery(listTrash())
  return (
    <GrowingList
      title={t('trash.title')}
      answer={answer}
      columns={trashColumns(language, answer.dataUpdatedAt)}
      actions={trashActions(may('administer'))}
      pageSize={SKELETON_ROWS}
      keyOf={({ record }) => record}
      nameOf={({ name }) => name}
      tools={<p className={classes.text}>{t('trash.text', { days: TRASH_DAYS })}</p>}
      filteredBy={[]}
      onClear={() => undefined}
      empty={{
        icon: <IconTrash size={32} stroke={1.5} aria-hidden />,
        title: t('trash.empty'),
        text: t('trash.emptyText'),
      }}
      failed={t('trash.failed')}
    />
  )
}

function trashActions(administers: boolean): RowAction<TrashEntry>[] {
  const restore: RowAction<TrashEntry> = {
    key: 'restore',
    title: t('trash.restore'),
    icon: <IconArrowBackUp size={16} aria-hidden />,
    primary: true,
    when: ({ kind }) => kind !== 'merge',
    run: ({ record }) => restoreDeleted(record),
  }
  const undoMerge: RowAction<TrashEntry> = {
    ...restore,
    key: 'undo',
    title: t('trash.undoMerge'),
    when: ({ kind }) => kind === 'merge',
    run: ({ record }) => restoreDeleted(record, t('trash.mergeUndone')),
  }
  const remove: RowAction<TrashEntry> = {
    key: 'delete',
    title: t('trash.delete'),
    icon: <IconTrash size={16} aria-hidden />,
    danger: true,
    overflow: true,
    run: deleteForGood,
  }
  const erase: RowAction<TrashEntry> = {
    key: 'erase',
    title: t('trash.erase'),
    icon: <IconEraser size={16} aria-hidden />,
    danger: true,
    overflow: true,
    when: ({ kind }) => kind === 'attendee',
    run: ({ record, name }) =>
      askAndErase({ id: Number(record.split('/')[1]), name }, () => queryClient.invalidateQueries()),
  }
  return administers ? [restore, undoMerge, remove, erase] : [restore, undoMerge]
}

function deleteForGood({ record, kind, name, classes: count }: TrashEntry): Promise<boolean> {
  return askAndDo({
    ask: () =>
      Promise.resolve({
        title: t('trash.delete.question', { name }),
        message: t(`trash.delete.${kind}`, { count }),
      }),
    yes: t('trash.delete'),
    no: t('trash.delete.no'),
    danger: true,
    running: t('ui.delete.running'),
    work: async () => {
      await callApi('DELETE /trash', { query: { record } })
      return t('trash.delete.done')
    },
    reload: () => queryClient.invalidateQueries(),
    failed: t('trash.delete.failed'),
  })
}

function listTrash() {
  return infiniteQueryOptions({
    queryKey: ['trash'],
    queryFn: ({ signal, pageParam }) =>
      callApi('GET /trash', { query: { limit: TRASH_PAGE_SIZE, after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })
}
