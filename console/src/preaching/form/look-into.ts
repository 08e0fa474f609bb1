import type { Preacher } from '@vestry/contract/calls/lookups.ts'
import { fetchCode } from '../../api/fetch-code.ts'
import { hasSessionEnded } from '../../forms/stored-draft.ts'
import { beginMeasuring } from '../../media/measuring.ts'
import { showMessage } from '../../ui/dialogs/dialogs.ts'
import type { FilesAtWork } from './files-store.ts'
import type { PreachingValues } from './preaching-fields.ts'
import { acceptRecording, propose, refuseRecording, type SermonDraft } from './sermon-draft.ts'

type Step = (draft: SermonDraft, loaded: PreachingValues) => SermonDraft

type Look = {
  store: FilesAtWork
  step: (next: Step) => void
  /** What the form held when the recording was chosen. */
  before: SermonDraft
  isNew: boolean
  presenters: readonly Preacher[]
  isTyping: (field: keyof PreachingValues) => boolean
}

/**
 * Examines a recording that was just chosen. If it can't be used it is refused, and the form gets back the one before
 * it. Resolves with whether it can be used, as far as that can be told without preparing it.
 */
export async function lookInto(file: File, look: Look): Promise<boolean> {
  const { store, step, before, isNew, presenters, isTyping } = look
  const isWanted = () => store.files().chosen.path === file && !hasSessionEnded()
  const [{ judgeRecording }, { proposeFromFile }] = await fetchCode(() =>
    Promise.all([
      import('../sound/judge-recording.ts'),
      import('@vestry/contract/sermon-sources/propose-from-file.ts'),
    ]),
  )
  const verdict = await judgeRecording(file, isWanted)
  if (!isWanted() || verdict.kind === 'unknown') {
    return true
  }
  if (verdict.kind === 'taken') {
    const { format, found } = verdict
    step((draft, loaded) => acceptRecording(draft, loaded, format))
    if (isNew) {
      const proposal = proposeFromFile(file.name, found.tags, presenters)
      step((draft, loaded) => propose(draft, loaded, proposal, isTyping))
    }
    beginMeasuring(file, found.form)
    return true
  }
  step((draft, loaded) => refuseRecording(draft, loaded, before))
  if (verdict.message) {
    await showMessage(verdict.message)
  }
  return false
}
