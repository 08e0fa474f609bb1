import type { Preacher } from '@vestry/contract/calls/lookups.ts'
import { type Proposal, proposeFromFile } from '@vestry/contract/sermon-sources/propose-from-file.ts'
import type { RecordingTags } from '@vestry/contract/sermon-sources/recording-tags.ts'
import { useEffect, useRef, useState } from 'react'
import { FormNotice } from '../../forms/form-frame.tsx'
import { useMessages } from '../../messages/use-messages.ts'
import type { PreachingValues } from './preaching-fields.ts'

type Name = keyof Proposal
type Draft = {
  values: PreachingValues
  edits: Partial<PreachingValues>
  set: <N extends Name>(field: N, value: PreachingValues[N]) => void
  field: (name: Name | 'path') => { id: string }
}

const LABELS = {
  localizedname: 'preaching.form.title',
  event_datetime: 'preaching.form.date',
  preacher_id: 'preaching.form.preacher',
  chapters: 'library.chapters',
} as const

/**
 * Fills into a new sermon what its recording says, where nobody has typed anything, and says so; one press takes it
 * out again. What somebody has changed since stays.
 */
export function useProposals({
  form,
  isNew,
  loaded,
  presenters,
}: {
  form: Draft
  isNew: boolean
  loaded: PreachingValues
  presenters: readonly Preacher[]
}) {
  const { t, language } = useMessages()
  const [proposed, setProposed] = useState<Proposal>({})
  const latest = useRef({ form, proposed })
  useEffect(() => {
    latest.current = { form, proposed }
  }, [form, proposed])

  /** Whether the field still holds what was proposed for it. */
  const stands = (name: Name) => name in proposed && form.values[name] === proposed[name]

  const withdraw = () => {
    for (const name of Object.keys(proposed) as Name[]) {
      if (stands(name)) {
        form.set(name, loaded[name])
      }
    }
    setProposed({})
  }
  const offer = (file: File, tags: RecordingTags) => {
    const { form, proposed } = latest.current
    if (!isNew) {
      return
    }
    const found = proposeFromFile(file.name, tags, presenters)
    const filled: Proposal = {}
    const fill = <N extends Name>(name: N) => {
      const value = found[name]
      const isOurs = name in proposed && form.values[name] === proposed[name]
      const isFree = !(name in form.edits) && document.activeElement?.id !== form.field(name).id
      if (value !== undefined && (isOurs || isFree)) {
        form.set(name, value as PreachingValues[N])
        filled[name] = value
      } else if (isOurs) {
        form.set(name, loaded[name])
      }
    }
    fill('localizedname')
    fill('event_datetime')
    fill('preacher_id')
    fill('chapters')
    setProposed(filled)
  }

  const standing = (Object.keys(LABELS) as Name[]).filter(stands)
  const fields = new Intl.ListFormat(language).format(standing.map((name) => t(LABELS[name])))
  return {
    offer,
    withdraw,
    notice: standing.length > 0 && (
      <FormNotice
        quiet
        text={t('preaching.proposal', { fields })}
        action={{
          label: t('preaching.proposal.undo'),
          run() {
            withdraw()
            document.getElementById(form.field('path').id)?.focus()
          },
        }}
      />
    ),
  }
}
