import type { CallAnswer, CallInput } from '@vestry/contract/calls/api.ts'
import { callApi } from '../../api/call-api.ts'
import { doSeveral, type SeveralTexts, unlessNone, withLeft } from '../../api/several/do-several.ts'
import { t } from '../../messages/messages.ts'
import { PREACHING } from '../preaching-calls.ts'

type Changes = NonNullable<CallInput<'PUT /preachingManagement/several'>['body']>['changes']
/** The same change for each of several sermons. */
export type SameChange = Omit<Changes[number], 'uuid' | 'version'>
type Left = (
  | CallAnswer<'PUT /preachingManagement/several'>['left']
  | NonNullable<CallAnswer<'POST /trash/restore/items'>['refused']>
)[number][]

/** Makes the same change in several sermons. Returns whether it was done. */
export function changeSeveral(uuids: readonly string[], change: SameChange): Promise<boolean> {
  return doSeveral(textsOf(), async () => {
    const changes = uuids.map((uuid) => ({ uuid, ...change }))
    const { undo, left } = await callApi('PUT /preachingManagement/several', { body: { changes } })
    return {
      said: tell(t('sermons.several.changed', { count: undo.length }), left),
      undo: unlessNone(undo, async () => {
        const undone = await callApi('PUT /preachingManagement/several', { body: { changes: undo } })
        return tellUndone(undo.length - undone.left.length, undone.left)
      }),
    }
  })
}

/** Moves several sermons into the trash. Returns whether it was done. */
export function deleteSeveral(uuids: readonly string[]): Promise<boolean> {
  return doSeveral(textsOf(), async () => {
    const body = { uuids: [...uuids] }
    const { deleted, left } = await callApi('POST /preachingManagement/several/delete', { body })
    return {
      said: tell(t('sermons.several.deleted', { count: deleted.length }), left),
      undo: unlessNone(deleted, async () => {
        const answer = await callApi('POST /trash/restore/items', { body: { uuids: deleted } })
        const { missing, refused = [] } = answer
        return tellUndone(deleted.length - missing.length - refused.length, [
          ...missing.map((uuid) => ({ uuid, title: '', why: 'not_found' as const })),
          ...refused,
        ])
      }),
    }
  })
}

const textsOf = (): SeveralTexts => ({
  running: t('sermons.several.running'),
  failed: t('sermons.several.failed'),
  reads: [PREACHING],
})

function tellUndone(count: number, left: Left): string {
  return tell(t('sermons.several.undone', { count }), left)
}

function tell(done: string, left: Left): string {
  const reasons = Map.groupBy(left, ({ why }) =>
    why === 'already_exists' ? 'sermons.several.publishedAgain' : 'sermons.several.left',
  )
  return withLeft(
    done,
    [...reasons].map(([reason, some]) => ({
      said: t(reason, { count: some.length }),
      names: some.map(({ title }) => title).filter(Boolean),
    })),
  )
}
