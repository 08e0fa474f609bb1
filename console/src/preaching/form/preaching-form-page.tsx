import { useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import { FormPage } from '../../forms/form-frame.tsx'
import { LoadedRecord } from '../../forms/record-page.tsx'
import { useMessages } from '../../messages/use-messages.ts'
import { paths } from '../../paths.ts'
import { findPreaching, listCategories, listPreachers } from '../preaching-calls.ts'
import { PreachingForm } from './preaching-form.tsx'

/** Adds an item, or edits the one that the address names. */
export function PreachingFormPage() {
  const { uuid } = useParams()
  const [search] = useSearchParams()
  const draft = search.get('draft') ?? undefined
  const copy = uuid === undefined ? (search.get('copy') ?? undefined) : undefined
  const { t } = useMessages()
  return (
    <FormPage title={t(uuid === undefined ? 'preaching.form.titleAdd' : 'preaching.form.titleEdit')}>
      <LoadedForm key={draft ?? uuid ?? copy ?? 'new'} uuid={uuid} copy={copy} draft={draft} />
    </FormPage>
  )
}

function LoadedForm({
  uuid,
  copy,
  draft,
}: {
  uuid: string | undefined
  /** The item that a new one starts from. */
  copy: string | undefined
  draft: string | undefined
}) {
  const { t } = useMessages()
  const known = uuid ?? copy
  const item = useQuery({ ...findPreaching(known ?? ''), enabled: known !== undefined })
  const preachers = useQuery(listPreachers)
  const categories = useQuery(listCategories)
  return (
    <LoadedRecord
      record={known === undefined ? undefined : item}
      choices={{ preachers, categories }}
      failed={{ record: t('preaching.form.loadFailed'), choices: t('preaching.form.dataFailed') }}
      toList={{ label: t('preaching.form.toList'), to: paths.preaching }}
      heights={[60, 60, 120, 110, 110, 60, 60, 60]}
    >
      {(loaded, choices) => (
        <PreachingForm
          item={copy === undefined ? loaded : undefined}
          like={copy === undefined ? undefined : loaded}
          draft={draft}
          {...choices}
        />
      )}
    </LoadedRecord>
  )
}
