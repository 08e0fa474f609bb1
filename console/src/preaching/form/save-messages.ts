import { ApiError } from '../../api/call-api.ts'
import { renewSession } from '../../auth/session.ts'
import { causeOfMedia, causeOfUpload } from '../../media/failure-causes.ts'
import { MediaError, UploadError } from '../../media/media-types.ts'
import { t } from '../../messages/messages.ts'
import { type Message, showMessage } from '../../ui/dialogs/dialogs.ts'
import { createSpeedMeter } from '../../ui/look/measures.ts'
import type { SavedItem, SaveProgress } from '../save/save-preaching.ts'
import { FileNotStored } from './chosen-files.ts'
import type { Shown } from './save-course.ts'

/** The message of success, with what happened to the files. */
export function savedMessage({ uploaded, released }: SavedItem, message: string): Message {
  return {
    status: released === 'failed' ? 'warning' : 'success',
    message,
    details: [
      ...uploaded.map((type) => t('preaching.save.uploaded', { type })),
      ...(released === 'deleted' ? [t('preaching.files.deleted')] : []),
      ...(released === 'failed' ? [t('preaching.files.notDeleted')] : []),
    ],
  }
}

/**
 * Says why a file kept an item from being saved, and returns whether that was the reason. Nothing is said if it was
 * cancelled, or if the session has ended, which the sign-in page says.
 */
export async function explainFileFailure(error: unknown): Promise<boolean> {
  const failure = describeFileFailure(error)
  if (failure === undefined) {
    return false
  }
  const isSaid = wasCancelled(error) || (error instanceof FileNotStored && (await isSessionOver(error.cause)))
  if (!isSaid) {
    await showMessage(failure)
  }
  return true
}

function describeFileFailure(error: unknown): Message | undefined {
  if (error instanceof MediaError) {
    return {
      status: 'error',
      message: t('preaching.save.notProcessed'),
      details: [...causeOfMedia(error), t('preaching.save.formats')],
    }
  }
  if (error instanceof FileNotStored) {
    const { type, cause } = error
    return {
      status: 'error',
      message: t('preaching.save.notUploaded', { type }),
      details: [...causeOfUpload(cause), t('preaching.save.nothingLost')],
      reference: cause.reference,
    }
  }
  return undefined
}

function wasCancelled(error: unknown): boolean {
  const cause = error instanceof FileNotStored ? error.cause : error
  return (cause instanceof MediaError || cause instanceof UploadError) && cause.code === 'aborted'
}

/** Why an item whose form is gone was not saved: in one sentence, then in more. */
export function describeFailure(error: unknown, isNew: boolean): [message: string, ...details: string[]] {
  if (wasCancelled(error)) {
    return [t('preaching.background.cancelled')]
  }
  const failure = describeFileFailure(error)
  if (failure !== undefined) {
    return [failure.message, ...(failure.details ?? [])]
  }
  const message = t(isNew ? 'preaching.save.notCreated' : 'preaching.save.notUpdated')
  return error instanceof ApiError ? [message, error.message] : [message]
}

/** Whether nobody is signed in any more; a failure at the store doesn't tell that. */
async function isSessionOver({ code }: UploadError): Promise<boolean> {
  return ['denied', 'failed'].includes(code) && !(await renewSession().catch(() => true))
}

/** Turns the steps of a save into what the progress box shows. `now` returns milliseconds. */
export function createProgressFormatter(now: () => number): (progress: SaveProgress) => Shown {
  let meter = createSpeedMeter()
  return (progress) => {
    if (progress.phase === 'saving') {
      return { phase: t('preaching.save.saving'), fraction: 1, isWriting: true }
    }
    if (progress.phase === 'preparing') {
      return { phase: t('preaching.save.preparing', { name: progress.name }), fraction: progress.fraction }
    }
    const { name, number, count, fraction, loaded, total } = progress
    if (progress.waiting) {
      // When it goes on, its speed is measured from the start.
      meter = createSpeedMeter()
      return { phase: t('preaching.save.waiting'), fraction }
    }
    const speed = meter.add(loaded, now())
    return {
      phase: t('preaching.save.sending', { name, number, count }),
      fraction,
      ...(speed !== undefined && speed > 0 && { speed, secondsLeft: (total - loaded) / speed }),
    }
  }
}
