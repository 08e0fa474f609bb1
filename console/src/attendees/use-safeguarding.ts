import type { ChildFamilies, Safeguarding } from '@vestry/contract/calls/families.ts'
import { useState } from 'react'
import { showFailure } from '../api/show-failure.ts'
import { confirmLeaving } from '../forms/confirm-leaving.ts'
import { useMessages } from '../messages/use-messages.ts'
import { showNotice } from '../ui/dialogs/dialogs.ts'
import { useLeaveGuard } from '../ui/use-leave-guard.ts'
import { changeSafeguarding, isConflict, readSafeguarding } from './collecting-calls.ts'

/** What was written and is not saved; the reason why an adult must not collect, or null for one who may again. */
type Typed = { need_detail?: string; reasons: Readonly<Record<number, string | null>> }

const NOTHING: Typed = { reasons: {} }

/**
 * What few may read of a child: `secret` once it was asked for. `onSaved` is told from which version to which this form
 * has led.
 */
export function useSafeguarding(props: {
  known: ChildFamilies
  secret: Safeguarding | undefined
  onRead: (secret: Safeguarding | undefined) => void
  onSaved: (from: number, to: number) => void
}) {
  const { t } = useMessages()
  const { known, secret, onRead } = props
  const { attendee_id } = known
  const [typed, setTyped] = useState(NOTHING)
  const [conflict, setConflict] = useState(false)
  const [busy, setBusy] = useState(false)

  const reasonOf = (id: number): string | null => {
    const kept = secret?.bars.find(({ adult_id }) => adult_id === id)?.reason ?? null
    return typed.reasons[id] === undefined ? kept : typed.reasons[id]
  }
  const ids = new Set([
    ...(secret?.bars ?? []).map(({ adult_id }) => adult_id),
    ...known.families.flatMap(({ adults }) => adults).map(({ id }) => id),
  ])
  const bars = [...ids].flatMap((adult_id) => {
    const reason = reasonOf(adult_id)
    return reason === null ? [] : [{ adult_id, reason }]
  })
  const need_detail = typed.need_detail ?? secret?.need_detail ?? ''
  const dirty = secret !== undefined && !(need_detail === secret.need_detail && isSame(bars, secret.bars))
  useLeaveGuard(dirty, confirmLeaving)

  const work = async (failed: string, run: () => Promise<void>) => {
    setBusy(true)
    try {
      await run()
    } catch (error) {
      if (await isConflict(error, (failure) => showFailure(failed, failure))) {
        await work(t('families.child.safeguarding.failed'), async () =>
          onRead(await readSafeguarding(attendee_id)),
        )
        setConflict(true)
      }
    } finally {
      setBusy(false)
    }
  }
  const forget = () => {
    setTyped(NOTHING)
    setConflict(false)
  }

  return {
    busy,
    dirty,
    /** Somebody else has changed it, and what was written here is not saved yet. */
    conflict,
    need_detail,
    reasonOf,
    writeDetail: (detail: string) => setTyped((now) => ({ ...now, need_detail: detail })),
    writeReason: (id: number, reason: string | null) =>
      setTyped((now) => ({ ...now, reasons: { ...now.reasons, [id]: reason } })),
    show: () =>
      work(t('families.child.safeguarding.failed'), async () => onRead(await readSafeguarding(attendee_id))),
    async hide() {
      if (!dirty || (await confirmLeaving())) {
        forget()
        onRead(undefined)
      }
    },
    save: () =>
      work(t('families.child.failed'), async () => {
        if (secret === undefined) {
          return
        }
        const version = await changeSafeguarding({ attendee_id, version: secret.version, need_detail, bars })
        props.onSaved(secret.version, version)
        onRead({ attendee_id, version, need_detail, bars })
        forget()
        showNotice({ message: t('families.child.saved') })
      }),
  }
}

function isSame(some: Safeguarding['bars'], others: Safeguarding['bars']): boolean {
  const reasons = new Map(others.map(({ adult_id, reason }) => [adult_id, reason]))
  return (
    some.length === reasons.size && some.every(({ adult_id, reason }) => reasons.get(adult_id) === reason)
  )
}
