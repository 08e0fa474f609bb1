import { t } from '../../messages/messages.ts'
import type { Progress } from '../../ui/dialogs/dialogs.ts'

/** How far a save is; once the server writes, it can't be cancelled any more. */
export type Shown = Partial<Progress> & { isWriting?: boolean }

/**
 * The state of a save: in front of the person, or in the corner while they do something else; or how it failed there.
 */
export type SaveCourse = {
  at: 'page' | 'corner'
  shown: Shown
  failed?: readonly [message: string, ...details: string[]]
}

export const BEGUN: SaveCourse = { at: 'page', shown: { fraction: 0 } }

/** What a person can do about a save. */
export type SaveWays = {
  cancel: () => void
  comeBack: () => void
  /** Absent if the form can't be left meanwhile. */
  goOn?: () => void
  /** Opens the form again, with the content that could not be saved. */
  openAgain?: () => void
}

/** The box or the card that shows it. */
export function boxOf({ at, shown, failed }: SaveCourse, title: string, ways: SaveWays): Progress {
  if (failed !== undefined) {
    const [message, ...failure] = failed
    return { message, corner: { title, failure, onOpen: () => ways.openAgain?.() } }
  }
  const { isWriting, ...progress } = shown
  return {
    message: t('preaching.save.uploading'),
    ...progress,
    onCancel: isWriting ? undefined : ways.cancel,
    ...(at === 'corner' ? { corner: { title, onOpen: ways.comeBack } } : { onAside: ways.goOn }),
  }
}
