import type { CallAnswer, CallInput } from '@vestry/contract/calls/api.ts'
import { ApiError, callApi } from '../../api/call-api.ts'
import { queryClient } from '../../api/query-client.ts'
import { showFailure } from '../../api/show-failure.ts'
import { t } from '../../messages/messages.ts'
import { showNotice, whileShowing } from '../../ui/dialogs/dialogs.ts'
import { PREACHING } from '../preaching-calls.ts'

type Changes = NonNullable<CallInput<'PUT /preachingManagement/several'>['body']>['changes']
/** The same change for each of several sermons. */
export type SameChange = Omit<Changes[number], 'uuid' | 'version'>
type Left = (
  | CallAnswer<'PUT /preachingManagement/several'>['left']
  | NonNullable<CallAnswer<'POST /trash/restore/items'>['refused']>
)[number][]

/** Makes the same change in several sermons, says how that went, and offers to undo it. Returns whether it was done. */
export function changeSeveral(uuids: readonly string[], change: SameChange): Promise<boolean> {
  return attempt(t('several.failed'), async () => {
    const changes = uuids.map((uuid) => ({ uuid, ...change }))
    const { undo, left } = await callApi('PUT /preachingManagement/several', { body: { changes } })
    showDone(t('several.changed', { count: undo.length }), left, async () => {
      const undone = await callApi('PUT /preachingManagement/several', { body: { changes: undo } })
      return { count: undo.length - undone.left.length, left: undone.left }
    })
  })
}

/** Moves several sermons into the trash, says how that went, and offers to restore them. Returns whether it was done. */
export function deleteSeveral(uuids: readonly string[]): Promise<boolean> {
  return attempt(t('several.failed'), async () => {
    const body = { uuids: [...uuids] }
    const { deleted, left } = await callApi('POST /preachingManagement/several/delete', { body })
    showDone(t('several.deleted', { count: deleted.length }), left, async () => {
      const answer = await callApi('POST /trash/restore/items', { body: { uuids: deleted } })
      const { missing, refused = [] } = answer
      return {
        count: deleted.length - missing.length - refused.length,
        left: [...missing.map((uuid) => ({ uuid, title: '', why: 'not_found' as const })), ...refused],
      }
    })
  })
}

/** `undo` returns how many are as before, and which were left alone. */
function showDone(done: string, left: Left, undo: () => Promise<{ count: number; left: Left }>): void {
  const run = () =>
    attempt(t('several.undoFailed'), async () => {
      const { count, left: kept } = await undo()
      showNotice({ message: withLeft(t('several.undone', { count }), kept) })
    })
  showNotice({ message: withLeft(done, left), action: { label: t('ui.undo'), run } })
}

/** What was done, and why the rest was left alone, with its titles as far as they are known. */
function withLeft(done: string, left: Left): string {
  const reasons = Map.groupBy(left, ({ why }) =>
    why === 'already_exists' ? 'several.publishedAgain' : 'several.left',
  )
  const said = [...reasons].map(([reason, some]) => {
    const titles = some.map(({ title }) => title).filter(Boolean)
    const text = t(reason, { count: some.length })
    return titles.length === 0 ? text : `${text} ${titles.join(', ')}.`
  })
  return said.length === 0 ? done : [`${done}.`, ...said].join(' ')
}

async function attempt(failed: string, work: () => Promise<void>): Promise<boolean> {
  try {
    await whileShowing(t('several.running'), async () => {
      await work()
      await queryClient.invalidateQueries({ queryKey: PREACHING })
    })
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) {
      throw error
    }
    await showFailure(failed, error)
    await queryClient.invalidateQueries({ queryKey: PREACHING })
    return false
  }
}
