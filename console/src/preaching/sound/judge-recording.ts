import type { RecordingTags } from '@vestry/contract/sermon-sources/recording-tags.ts'
import type { MediaFormat } from '@vestry/contract/sermons/media.ts'
import { examineFile } from '../../media/examine-file.ts'
import { causeOfMedia } from '../../media/failure-causes.ts'
import { MediaError } from '../../media/media-types.ts'
import type { SoundForm } from '../../media/sound/plan-sound.ts'
import { t } from '../../messages/messages.ts'
import { confirm, type Message } from '../../ui/dialogs/dialogs.ts'

/** What a recording says of itself, and the form of its sound. */
export type Found = { tags: RecordingTags; form: SoundForm }

type Verdict =
  | { kind: 'taken'; format: MediaFormat; found: Found }
  /** Without a message if the person decided so when asked. */
  | { kind: 'refused'; message?: Message }
  /**
   * A recording that could not be examined is left to the preparing, whose failures are reported like those of every
   * save.
   */
  | { kind: 'unknown' }

/** Examines a recording and, if its film can't be shown, asks whether its sound is enough. */
export async function judgeRecording(file: File, isWanted: () => boolean): Promise<Verdict> {
  let found: Found & { lostPicture?: string | undefined } = {
    tags: {},
    form: { codec: undefined, isFilm: false },
  }
  try {
    const format = await examineFile(file, (told) => {
      found = told
    })
    const { lostPicture } = found
    return lostPicture !== undefined && isWanted() && !(await confirmSoundAlone(file, lostPicture))
      ? { kind: 'refused' }
      : { kind: 'taken', format, found }
  } catch (error) {
    const message = error instanceof MediaError ? refusalOf(file, error) : undefined
    return message === undefined ? { kind: 'unknown' } : { kind: 'refused', message }
  }
}

function confirmSoundAlone(file: File, picture: string): Promise<boolean> {
  return confirm({
    title: t('preaching.soundAlone.title'),
    message: t('preaching.soundAlone.message', { name: file.name, picture: picture || 'none' }),
    detail: t('preaching.soundAlone.detail'),
    yes: t('preaching.soundAlone.yes'),
    no: t('preaching.soundAlone.no'),
  })
}

function refusalOf(file: File, error: MediaError): Message | undefined {
  const cause = causeOfMedia(error)
  if (cause.length === 0) {
    return undefined
  }
  const message =
    error.code === 'unknown_container'
      ? t('preaching.file.invalidMedia')
      : t('preaching.file.notUsable', { name: file.name })
  const formats = ['cut_off', 'out_of_space'].includes(error.code) ? [] : [t('preaching.save.formats')]
  return { status: 'error', message, details: [...cause, ...formats] }
}
