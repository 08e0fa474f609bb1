import type { FamilyProposal } from '@vestry/contract/calls/families.ts'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { callApi } from '../api/call-api.ts'
import { tellRefusal } from '../api/show-failure.ts'
import { confirmLeaving } from '../forms/confirm-leaving.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { showMessage, showNotice, whileShowing } from '../ui/dialogs/dialogs.ts'
import { confirmNumbers } from '../ui/people/confirm-numbers.tsx'
import { useBackLink } from '../ui/return-link.tsx'
import { useLeaveGuard } from '../ui/use-leave-guard.ts'
import { outdateFamilies } from './family-calls.ts'
import { changedAdultNumbers, fullName, isNameless } from './family-form-fields.ts'
import { undoableNotice, undoFamilyChange } from './undo-family-change.ts'

/** A proposal as somebody has changed it, and whether it is to become a family. */
export type Proposed = FamilyProposal & { chosen: boolean }

/** Makes families of the chosen proposals. */
export function useTakeOver(rows: readonly Proposed[], proposals: readonly FamilyProposal[]) {
  const { t } = useMessages()
  const navigate = useNavigate()
  const back = useBackLink(paths.families)
  const [made, setMade] = useState(false)
  /** One try has one id, however often it is sent; other content is another try. */
  const tried = useRef({ content: '', request_id: '' })
  const isEdited = rows.some(({ chosen, adults }, at) => !chosen || adults !== proposals[at]?.adults)
  useLeaveGuard(isEdited && !made, confirmLeaving)

  const send = (chosen: readonly Proposed[]) => {
    const families = chosen.map(({ name, adults, children }) => ({
      name,
      adults: adults.map((adult) => ({ id: null, ...adult })),
      children: children.map(({ id }) => id),
    }))
    const content = JSON.stringify(families)
    if (tried.current.content !== content) {
      tried.current = { content, request_id: crypto.randomUUID() }
    }
    const { request_id } = tried.current
    return whileShowing(t('families.page.contacts.running'), () =>
      callApi('POST /families/take-over', { body: { request_id, families } }),
    )
  }
  const save = async () => {
    const chosen = rows.filter((row) => row.chosen)
    const nameless = rows.findIndex((row) => row.chosen && row.adults.some(isNameless))
    if (nameless !== -1) {
      document.getElementById(`adult-${nameless}`)?.focus()
      return
    }
    if (chosen.length === 0) {
      showNotice({ message: t('families.page.contacts.nothing') })
      return
    }
    if (!(await confirmNumbers(chosen.flatMap(({ adults }) => adults.flatMap(changedAdultNumbers))))) {
      return
    }
    try {
      const { added, refused, change_id } = await send(chosen)
      // The guard must be off before the page is left.
      flushSync(() => setMade(true))
      await outdateFamilies()
      await navigate(paths.families)
      const message = t('families.page.contacts.done', { count: added })
      if (refused.length === 0) {
        showNotice(undoableNotice(message, change_id))
        return
      }
      const names = refused.flatMap((at) => chosen[at]?.children ?? []).map(fullName)
      const details = [t('families.page.contacts.leftOut'), ...names]
      const action = added === 0 ? {} : { action: t('ui.undo') }
      if (await showMessage({ status: 'warning', message, details, ...action })) {
        await undoFamilyChange(change_id)
      }
    } catch (error) {
      await tellRefusal(t('families.page.contacts.failed'), error)
    }
  }
  return { save, cancel: () => void navigate(back), notices: null }
}
