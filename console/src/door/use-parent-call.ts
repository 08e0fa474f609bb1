import type { Stay } from '@vestry/contract/calls/door.ts'
import type { CallReason, MessageWay } from '@vestry/contract/sunday-school/call-rules.ts'
import { useRef, useState } from 'react'
import { createRequestIds } from '../forms/form-request-ids.ts'
import { t } from '../messages/messages.ts'
import { showNotice } from '../ui/dialogs/dialogs.ts'
import { callParent } from './door-calls.ts'

/** Whom to call, and how. */
export type Calling = { way: 'screen' } | { way: MessageWay; adult_id: number; adult: string }

/** Calls somebody for a child, once however often it is tapped; resolves with whether nothing failed. */
export function useParentCall({ id: stay_id, number }: Pick<Stay, 'id' | 'number'>) {
  const [requests] = useState(createRequestIds)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Error>()
  const sending = useRef(false)

  const call = async ({ reason, ...to }: Calling & { reason: CallReason }): Promise<boolean> => {
    if (sending.current) {
      return false
    }
    sending.current = true
    setBusy(true)
    setFailure(undefined)
    const { adult = '', ...asked } = { adult: undefined, ...to }
    const content = { stay_id, reason, ...asked }
    try {
      const { call: made } = await callParent({ request_id: requests.idOf(content), ...content })
      requests.answered()
      if (made.state !== 'failed') {
        const message =
          to.way === 'screen' ? t('door.call.shown', { number }) : t('door.call.sent', { adult })
        showNotice({ message })
      }
      return made.state !== 'failed'
    } catch (error) {
      setFailure(error instanceof Error ? error : new Error(String(error)))
      return false
    } finally {
      sending.current = false
      setBusy(false)
    }
  }
  return { call, busy, failure }
}
