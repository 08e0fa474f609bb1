import type { ChildFamilies } from '@vestry/contract/calls/families.ts'
import type { CHOSEN_RULES, PhotoConsent } from '@vestry/contract/sunday-school/family-record.ts'
import { useState } from 'react'
import { showFailure } from '../api/show-failure.ts'
import { confirmLeaving } from '../forms/confirm-leaving.ts'
import { useMessages } from '../messages/use-messages.ts'
import { showNotice } from '../ui/dialogs/dialogs.ts'
import { useLeaveGuard } from '../ui/use-leave-guard.ts'
import { changeCollecting, isConflict } from './collecting-calls.ts'

export type ChosenRule = (typeof CHOSEN_RULES)[number]

/** What was chosen and is not saved; the version is that which the person saw. */
type Chosen = {
  version: number
  photo_consent?: PhotoConsent
  rules: Readonly<Record<number, ChosenRule>>
}

export type Collecting = ReturnType<typeof useCollecting>

/**
 * Who collects a child, as it is chosen here. What somebody else saves meanwhile is shown below what was chosen.
 * `onSaved` is told from which version to which this form has led.
 */
export function useCollecting(known: ChildFamilies, onSaved: (from: number, to: number) => void) {
  const { t } = useMessages()
  const { attendee_id } = known
  const [chosen, setChosen] = useState<Chosen>()
  const [conflict, setConflict] = useState(false)
  const [saving, setSaving] = useState(false)
  const adults = known.families.flatMap(({ adults }) => adults)
  const rules = adults.flatMap(({ id, rule, own }) => {
    const wanted = chosen?.rules[id]
    const now = own ? rule : 'usual'
    return wanted === undefined || wanted === now || rule === 'barred' ? [] : [{ adult_id: id, rule: wanted }]
  })
  const photo_consent = chosen?.photo_consent ?? known.photo_consent
  const dirty = rules.length > 0 || photo_consent !== known.photo_consent
  useLeaveGuard(dirty, confirmLeaving)

  const choose = (change: Partial<Pick<Chosen, 'photo_consent' | 'rules'>>) =>
    setChosen((now) => {
      const { version = known.version, rules = {}, ...others } = (dirty ? now : undefined) ?? {}
      return { version, ...others, ...change, rules: { ...rules, ...change.rules } }
    })
  /** A change of one's own is no conflict. */
  const follow = (from: number, to: number) =>
    setChosen((now) => now && { ...now, version: now.version === from ? to : now.version })
  const send = async (
    change: Partial<Parameters<typeof changeCollecting>[0]>,
    seen: number,
  ): Promise<number | undefined> => {
    setSaving(true)
    try {
      const version = await changeCollecting({
        ...{ attendee_id, version: seen, rules: [] },
        ...{ photo_consent: known.photo_consent, needs_reviewed: known.needs_reviewed },
        ...change,
      })
      follow(seen, version)
      onSaved(seen, version)
      setConflict(false)
      return version
    } catch (error) {
      setConflict(await isConflict(error, (failure) => showFailure(t('families.child.failed'), failure)))
      return undefined
    } finally {
      setSaving(false)
    }
  }

  return {
    known,
    saving,
    dirty,
    /** Somebody else has changed it, and what was chosen here is not saved yet. */
    conflict,
    photo_consent,
    ruleOf: (id: number): ChosenRule | undefined => chosen?.rules[id],
    chooseRule: (id: number, rule: ChosenRule) => choose({ rules: { [id]: rule } }),
    choosePhotos: (consent: PhotoConsent) => choose({ photo_consent: consent }),
    reset() {
      setChosen(undefined)
      setConflict(false)
    },
    /** Saves what was chosen, over what was changed meanwhile if the person has been told of that. */
    async save() {
      const seen = conflict ? known.version : (chosen?.version ?? known.version)
      if ((await send({ photo_consent, rules }, seen)) !== undefined) {
        setChosen(undefined)
        showNotice({ message: t('families.child.saved') })
      }
    },
    /** Writes down when allergies and needs were looked at, and answers the new version; what was chosen stays. */
    review: (day: string | null, seen = known.version) => send({ needs_reviewed: day }, seen),
    follow,
  }
}
