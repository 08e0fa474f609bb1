import type { SermonImport } from '@vestry/contract/calls/sermon-imports.ts'
import { TRASH_DAYS } from '@vestry/contract/rules/trash-rules.ts'
import { ApiError, callApi } from '../api/call-api.ts'
import { queryClient } from '../api/query-client.ts'
import { tellRefusal } from '../api/show-failure.ts'
import { askAndDo } from '../api/trash/ask-and-delete.ts'
import { t } from '../messages/messages.ts'
import { type Message, whileShowing } from '../ui/dialogs/dialogs.ts'
import { nameOfImport } from './name-of-import.ts'
import { listSermonImports, reloadSermonImports } from './sermon-import-calls.ts'

/** Asks, undoes an import, and names the sermons that stay. Returns whether it was undone. */
export function undoImport(one: SermonImport): Promise<boolean> {
  return askAndDo({
    ask: async () => ({
      title: t('sermonImport.undo.question', { name: nameOfImport(one) }),
      message: t('sermonImport.undo.text', { count: one.counts.done, days: TRASH_DAYS }),
      detail: t('sermonImport.undo.stay'),
    }),
    yes: t('sermonImport.undo'),
    no: t('ui.dialog.cancel'),
    danger: true,
    running: t('sermonImport.undo.running'),
    work: async (): Promise<Message | string> => {
      const { removed, kept } = await shownAnew(() =>
        callApi('POST /sermonImports/undo', { body: { id: one.id } }),
      )
      const message = t('sermonImport.undo.done', { count: removed })
      return kept.length === 0
        ? message
        : {
            status: 'warning',
            message,
            details: [t('sermonImport.undo.kept', { count: kept.length }), ...kept.map(({ title }) => title)],
          }
    },
    // Many pages show sermons and their names.
    reload: () => queryClient.invalidateQueries(),
    failed: t('sermonImport.undo.failed'),
  })
}

/** Asks and removes an import that was not started. Returns whether it is gone. */
export function removeImport(one: SermonImport): Promise<boolean> {
  return askAndDo({
    ask: async () => ({
      title: t('sermonImport.remove.question', { name: nameOfImport(one) }),
      message: t('sermonImport.remove.text'),
      ...(one.source === 'folder' && { detail: t('sermonImport.remove.uploaded') }),
    }),
    yes: t('sermonImport.remove'),
    no: t('ui.dialog.cancel'),
    danger: true,
    running: t('sermonImport.remove.running'),
    work: async () => {
      await shownAnew(() => callApi('DELETE /sermonImports', { query: { id: one.id } }))
      return t('sermonImport.remove.done')
    },
    // The import itself is gone, so only the list is loaded again.
    reload: () => queryClient.invalidateQueries({ queryKey: listSermonImports.queryKey }),
    failed: t('sermonImport.remove.failed'),
  })
}

export async function stopImport({ id }: Pick<SermonImport, 'id'>): Promise<void> {
  await saying(t('sermonImport.stopping'), t('sermonImport.stopFailed'), async () => {
    await callApi('POST /sermonImports/stop', { body: { id } })
    await reloadSermonImports()
  })
}

/** Does something while a message says so; shows what the server refuses, and then the present state. */
export async function saying(running: string, failed: string, work: () => Promise<void>): Promise<boolean> {
  try {
    await whileShowing(running, () => shownAnew(work))
    return true
  } catch (error) {
    await tellRefusal(failed, error)
    return false
  }
}

/** Somebody else has changed what is refused: it is shown as it is now. */
async function shownAnew<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ApiError && (error.code === 'changed_meanwhile' || error.code === 'not_found')) {
      void reloadSermonImports()
    }
    throw error
  }
}
