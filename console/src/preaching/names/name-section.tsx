import type { UsedName } from '@vestry/contract/calls/lookups.ts'
import { nameKey } from '@vestry/contract/text/search-key.ts'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError } from '../../api/call-api.ts'
import { queryClient } from '../../api/query-client.ts'
import { askAndDelete } from '../../api/trash/ask-and-delete.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { paths } from '../../paths.ts'
import { confirm } from '../../ui/dialogs/dialogs.ts'
import { ListTable } from '../../ui/list/list-table.tsx'
import type { RowAction } from '../../ui/list/row-menu.tsx'
import { IconArrowMerge, IconPencil, IconTrash } from '../../ui/look/icons.ts'
import { MergeDialog } from './merge-dialog.tsx'
import { nameColumns } from './name-columns.tsx'
import {
  isDefault,
  LISTS,
  listNames,
  merge,
  type NameKind,
  reloadNames,
  remove,
  rename,
} from './names-calls.ts'
import classes from './names-page.module.css'
import { RenameDialog } from './rename-dialog.tsx'

const SKELETON_ROWS = 6

type OpenDialog = {
  step: 'rename' | 'merge'
  name: UsedName
  /** The name that was wanted, and which exists already. */
  taken?: UsedName
  /** Called with whether the row is then gone. */
  close: (gone: boolean) => void
}

/** The names of one kind, such as presenters, with the actions for each. */
export function NameSection({ kind, names }: { kind: NameKind; names: readonly UsedName[] | undefined }) {
  const { t } = useMessages()
  const [dialog, setDialog] = useState<OpenDialog>()
  const [news, setNews] = useState('')
  const section = useRef<HTMLElement>(null)
  const title = t(`preaching.filter.${LISTS[kind]}`)

  const open = (step: OpenDialog['step'], name: UsedName) => {
    setNews('')
    // The dialog is about to say how many sermons the name has.
    void reloadNames()
    return new Promise<boolean>((resolve) => {
      const close = (gone: boolean) => {
        // Behind an open dialog the focus would find nothing.
        flushSync(() => setDialog(undefined))
        resolve(gone)
      }
      setDialog({ step, name, close })
    })
  }
  const renameTo = async ({ name, close }: OpenDialog, wanted: string) => {
    try {
      await rename(kind, name.id, wanted)
    } catch (error) {
      const taken =
        error instanceof ApiError && error.code === 'name_taken' ? await findName(kind, wanted) : undefined
      if (taken === undefined || isDefault(kind, name)) {
        throw error
      }
      setDialog({ step: 'merge', name, taken, close })
      return
    }
    setNews(t('names.renamed', { old: name.name, name: wanted }))
    // Closed first, so that the focus is back on the row before the row moves to its new place.
    close(false)
    await reloadNames()
  }
  const mergeInto = async ({ name, close }: OpenDialog, into: UsedName) => {
    const count = await merge(kind, name.id, into.id)
    await reloadNames()
    setNews(t('names.merged', { name: name.name, into: into.name, count }))
    close(true)
  }
  const askAndRemove = async (row: UsedName) => {
    if (row.items > 0) {
      const merges = await confirm({
        title: t('names.inUse.title', { name: row.name }),
        message: t('names.inUse.text', { count: row.items }),
        yes: t('names.merge'),
        no: t('ui.dialog.cancel'),
      })
      return merges ? await open('merge', row) : false
    }
    setNews('')
    const gone = await askAndDelete({
      ask: async () => ({
        title: t('names.delete.question', { name: row.name }),
        message: t('names.delete.unused'),
      }),
      running: t('ui.delete.running'),
      async work() {
        await remove(kind, row.id)
        return { status: 'success', message: t('names.delete.done', { name: row.name }) }
      },
      reload: reloadNames,
      failed: t('names.delete.failed', { name: row.name }),
    })
    if (!gone) {
      await reloadNames()
    }
    return gone
  }
  const stays = (row: UsedName) => isDefault(kind, row)
  const actions: RowAction<UsedName>[] = [
    {
      key: 'edit',
      title: t('names.edit'),
      icon: <IconPencil size={16} aria-hidden />,
      when: () => kind === 'series',
      to: ({ id }) => paths.editSeries(id),
    },
    {
      key: 'rename',
      title: t('names.rename'),
      icon: <IconPencil size={16} aria-hidden />,
      overflow: kind === 'series',
      run: (row) => open('rename', row),
    },
    {
      key: 'merge',
      title: t('names.merge'),
      icon: <IconArrowMerge size={16} aria-hidden />,
      overflow: true,
      when: (row) => !stays(row),
      run: (row) => open('merge', row),
    },
    {
      key: 'delete',
      title: t('names.delete'),
      icon: <IconTrash size={16} aria-hidden />,
      danger: true,
      overflow: true,
      when: (row) => !stays(row),
      run: askAndRemove,
    },
  ]
  const shown = dialog && { ...dialog, name: names?.find(({ id }) => id === dialog.name.id) ?? dialog.name }
  return (
    <>
      <section ref={section} tabIndex={-1} aria-label={title} className={classes.section}>
        <h2>{title}</h2>
        <p role="status" className={classes.news}>
          {news}
        </p>
        <ListTable
          caption={title}
          columns={nameColumns(kind)}
          actions={actions}
          rows={names}
          pageSize={SKELETON_ROWS}
          keyOf={({ id }) => String(id)}
          nameOf={({ name }) => name}
          stale={false}
          onRowGone={() => section.current?.focus()}
        />
      </section>
      {shown?.step === 'rename' && (
        <RenameDialog
          kind={kind}
          name={shown.name}
          onRename={(wanted) => renameTo(shown, wanted)}
          onClose={() => shown.close(false)}
        />
      )}
      {shown?.step === 'merge' && (
        <MergeDialog
          name={shown.name}
          others={names?.filter(({ id }) => id !== shown.name.id) ?? []}
          taken={shown.taken}
          onMerge={(into) => mergeInto(shown, into)}
          onClose={() => shown.close(false)}
        />
      )}
    </>
  )
}

async function findName(kind: NameKind, wanted: string): Promise<UsedName | undefined> {
  await reloadNames()
  const names = await queryClient.fetchQuery(listNames)
  return names[LISTS[kind]].find(({ name }) => nameKey(name) === nameKey(wanted))
}
