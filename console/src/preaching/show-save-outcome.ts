import { showFailure } from '../api/show-failure.ts'
import type { MediaError } from '../media/media-types.ts'
import { type MessageKey, t } from '../messages/messages.ts'
import { type Progress, showMessage } from '../ui/dialogs.ts'
import { createSpeedMeter } from '../ui/measures.ts'
import type { SaveOutcome, SaveProgress } from './save-preaching.ts'

const MEDIA_CAUSES: Partial<Record<string, MessageKey>> = {
  cut_off: 'preaching.media.cut_off',
  time_jumps: 'preaching.media.time_jumps',
  no_tracks: 'preaching.media.no_tracks',
  out_of_space: 'preaching.media.out_of_space',
  unknown_container: 'preaching.media.unknown_container',
  track_not_copyable: 'preaching.media.track_not_copyable',
}

const UPLOAD_CAUSES: Partial<Record<string, MessageKey>> = {
  offline: 'preaching.upload.offline',
  denied: 'preaching.upload.denied',
  too_large: 'preaching.upload.too_large',
  too_many: 'preaching.upload.too_many',
  out_of_space: 'preaching.upload.out_of_space',
}

function causeOf(causes: Partial<Record<string, MessageKey>>, code: string): string[] {
  const key = causes[code]
  return key === undefined ? [] : [t(key)]
}

/** Why a recording can't be taken, in words; nothing where the reason says nothing to anybody. */
export function causeOfMedia({ code }: MediaError): string[] {
  return causeOf(MEDIA_CAUSES, code)
}

/** Tells how a save ended, and settles once the person has dismissed it. A cancelled one needs no words. */
export async function showSaveOutcome(outcome: SaveOutcome, isNew: boolean): Promise<void> {
  switch (outcome.kind) {
    case 'cancelled':
      return
    case 'saved':
      return showMessage({
        status: outcome.released === 'failed' ? 'warning' : 'success',
        message: t(isNew ? 'preaching.save.created' : 'preaching.save.updated'),
        details: [
          ...outcome.uploaded.map((type) => t('preaching.save.uploaded', { type })),
          ...(outcome.released === 'deleted' ? [t('preaching.files.deleted')] : []),
          ...(outcome.released === 'failed' ? [t('preaching.files.notDeleted')] : []),
        ],
      })
    case 'not_processed':
      return showMessage({
        status: 'error',
        message: t('preaching.save.notProcessed'),
        details: [...causeOfMedia(outcome.error), t('preaching.save.formats')],
      })
    case 'not_uploaded':
      return showMessage({
        status: 'error',
        message: t('preaching.save.notUploaded', { type: outcome.type }),
        details: [...causeOf(UPLOAD_CAUSES, outcome.error.code), t('preaching.save.nothingLost')],
        reference: outcome.error.reference,
      })
    case 'refused':
      return showFailure(t(isNew ? 'preaching.save.notCreated' : 'preaching.save.notUpdated'), outcome.error)
  }
}

/** Turns the steps of a save into what the progress box shows. `now` answers milliseconds. */
export function createProgressTeller(now: () => number): (progress: SaveProgress) => Partial<Progress> {
  let meter = createSpeedMeter()
  return (progress) => {
    if (progress.phase === 'saving') {
      return { phase: t('preaching.save.saving'), fraction: 1 }
    }
    if (progress.phase === 'preparing') {
      return { phase: t('preaching.save.preparing', { name: progress.name }), fraction: progress.fraction }
    }
    const { name, number, count, fraction, loaded, total } = progress
    if (progress.waiting) {
      // Once it goes on, it has a speed of its own.
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
