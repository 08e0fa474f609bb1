import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { PODCAST_KINDS, type PodcastKind } from '@vestry/contract/records/podcast-record.ts'
import { LANGUAGES } from '@vestry/contract/sermons/languages.ts'
import { useRef, useState } from 'react'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { showNotice } from '../ui/dialogs/dialogs.ts'
import { addPodcast, listSubjects } from './podcast-calls.ts'

const KINDS = PODCAST_KINDS.filter((kind) => kind !== 'all')

/** Asks what a new podcast should consist of. */
export function AddPodcastDialog({ onClose }: { onClose: () => void }) {
  const { t } = useMessages()
  const { data } = useQuery(listSubjects)
  const [kind, setKind] = useState<Exclude<PodcastKind, 'all'>>('series')
  const [chosen, setChosen] = useState('')
  const select = useRef<HTMLSelectElement>(null)
  const subjects = {
    series: data?.series ?? [],
    speaker: data?.presenters ?? [],
    language: LANGUAGES.map(({ id, language }) => ({ id, name: language })),
  }[kind]
  const subject = subjects.find(({ id }) => String(id) === chosen) ?? subjects[0]

  const send = async () => {
    if (subject !== undefined) {
      await addPodcast({ kind, of_id: subject.id })
      onClose()
      showNotice({ message: t('podcasts.added') })
    }
  }
  return (
    <FormDialog
      title={t('podcasts.add.title')}
      submit={t('podcasts.add.submit')}
      check={() => (subject === undefined ? select.current : null)}
      send={send}
      onClose={onClose}
    >
      <NativeSelect
        data-first-focus
        label={t('podcasts.add.of')}
        data={KINDS.map((value) => ({ value, label: t(`podcasts.kind.${value}`) }))}
        value={kind}
        onChange={(event) => {
          setKind(event.currentTarget.value as typeof kind)
          setChosen('')
        }}
      />
      <NativeSelect
        ref={select}
        label={t('podcasts.add.which')}
        data={subjects.map(({ id, name }) => ({ value: String(id), label: name }))}
        error={data !== undefined && subject === undefined && t('podcasts.add.none')}
        value={String(subject?.id ?? '')}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
