import { useNavigate } from 'react-router'
import { useMessages } from '../messages/use-messages.ts'
import { useLeaveGuard } from '../ui/use-leave-guard.ts'
import { confirmSettingAside } from './confirm-leaving.ts'
import { type Unsaved, useKeptEdits } from './draft-store.ts'
import { useDroppedEdits } from './dropped-edits.ts'
import { FormNotice } from './form-frame.tsx'

/**
 * Keeps what is unsaved in a form from being lost: leaving it asks, what was dropped is offered again, and the end of
 * a session takes nothing away. Cancel leaves a form in which nothing has changed, and a new one after the question;
 * a changed one of something that was loaded goes back to that.
 */
export function useUnsaved<Edits extends object>(form: {
  /** Tells this form from all others. */
  name: string
  draft: Unsaved<Edits>
  isNew: boolean
  saved: boolean
  /** Back to the loaded values. */
  reset: () => void
  /** Where the form was opened from. */
  back: string
}) {
  const { t } = useMessages()
  const navigate = useNavigate()
  const { edits, restore, apart = (all) => all } = form.draft
  const dirty = form.draft.dirty && !form.saved
  const broughtBack = useKeptEdits(form.name, { ...form.draft, dirty })
  const [aside, setAside] = useDroppedEdits<Edits>(form.name, (waiting) => {
    const unsaved = dirty ? apart(edits) : waiting
    return form.saved ? undefined : unsaved
  })
  useLeaveGuard(dirty, confirmSettingAside)

  const bringBack = () => {
    if (aside !== undefined) {
      restore(aside)
      setAside(undefined)
    }
  }
  return {
    cancel() {
      if (form.isNew || !dirty) {
        void navigate(form.back)
      } else {
        setAside(apart(edits))
        form.reset()
      }
    },
    notice: dirty ? (
      broughtBack && <FormNotice text={t('ui.form.broughtBack')} />
    ) : aside !== undefined && !form.saved ? (
      <FormNotice
        quiet
        text={t('ui.form.setAside')}
        action={{ label: t('ui.conflict.restore'), run: bringBack }}
      />
    ) : null,
  }
}
