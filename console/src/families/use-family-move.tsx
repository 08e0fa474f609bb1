import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError } from '../api/call-api.ts'
import { showFailure } from '../api/show-failure.ts'
import { FormNotice } from '../forms/form-frame.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { showNotice, whileShowing } from '../ui/dialogs/dialogs.ts'
import { useBackLink } from '../ui/return-link.tsx'
import { outdateFamilies } from './family-calls.ts'
import { undoableNotice } from './undo-family-change.ts'

/** The form of something that is done to whole families at once, and can be undone. */
export function useFamilyMove(move: {
  /** The family on whose page it was begun, and the one whose page follows. */
  from: number
  leadsTo: number
  /** Finds what is missing, and moves the focus there; then nothing is sent. */
  check?: () => boolean
  running: string
  send: () => Promise<{ change_id: number }>
  done: string
  failed: string
  /** Loads the families again after a refusal. */
  reload: () => Promise<unknown>
}) {
  const { t } = useMessages()
  const navigate = useNavigate()
  const back = useBackLink(paths.family(move.from))
  const [outdated, setOutdated] = useState(false)

  const save = async () => {
    if (move.check?.() === false) {
      return
    }
    try {
      const { change_id } = await whileShowing(move.running, move.send)
      await outdateFamilies()
      await navigate(paths.family(move.leadsTo))
      showNotice(undoableNotice(move.done, change_id))
    } catch (error) {
      if (!(error instanceof ApiError)) {
        throw error
      }
      if (error.code === 'changed_meanwhile') {
        await move.reload()
        setOutdated(true)
      } else if (error.code !== 'not_signed_in') {
        await showFailure(move.failed, error)
        await move.reload()
      }
    }
  }
  return {
    save,
    cancel: () => void navigate(back),
    notices: outdated && <FormNotice text={t('families.page.changed')} />,
  }
}
