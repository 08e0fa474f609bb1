import { t } from '../../messages/messages.ts'
import { showNotice, whileShowing } from '../../ui/dialogs/dialogs.ts'
import { ApiError } from '../call-api.ts'
import { queryClient } from '../query-client.ts'
import { showFailure } from '../show-failure.ts'

/** What a change of several rows is called while it runs and when it fails, and which reads are old afterwards. */
export type SeveralTexts = { running: string; failed: string; reads: readonly (readonly unknown[])[] }

/** In words, what was done. `undo` takes exactly that back, and is absent if nothing was done. */
export type SeveralDone = { said: string; undo?: (() => Promise<string>) | undefined }

/** Changes several rows, says how that went, and offers to undo it. Returns whether it was done. */
export function doSeveral(texts: SeveralTexts, work: () => Promise<SeveralDone>): Promise<boolean> {
  return attempt(texts, async () => {
    const { said, undo } = await work()
    showSeveral(texts, said, undo)
  })
}

/** Says what was done to several rows, and offers to undo it. */
export function showSeveral(texts: SeveralTexts, said: string, undo: SeveralDone['undo']): void {
  const run = () =>
    attempt({ ...texts, failed: t('several.undoFailed') }, async () => {
      showNotice({ message: (await undo?.()) ?? '' })
    })
  showNotice({ message: said, ...(undo && { action: { label: t('ui.undo'), run } }) })
}

/** What undoes it, if anything was done. */
export function unlessNone(done: readonly unknown[], undo: () => Promise<string>): SeveralDone['undo'] {
  return done.length === 0 ? undefined : undo
}

/** What was done, and why some rows were left alone, with their names as far as they are known. */
export function withLeft(done: string, left: readonly { names: readonly string[]; said: string }[]): string {
  const reasons = left.map(({ names, said }) => (names.length === 0 ? said : `${said} ${names.join(', ')}.`))
  return reasons.length === 0 ? done : [`${done}.`, ...reasons].join(' ')
}

export function readAgain({ reads }: Pick<SeveralTexts, 'reads'>): Promise<unknown> {
  return Promise.all(reads.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}

async function attempt(texts: SeveralTexts, work: () => Promise<void>): Promise<boolean> {
  try {
    await whileShowing(texts.running, async () => {
      await work()
      await readAgain(texts)
    })
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) {
      throw error
    }
    await showFailure(texts.failed, error)
    await readAgain(texts)
    return false
  }
}
