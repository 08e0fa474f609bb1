import { Select, TextInput } from '@mantine/core'
import type { Preacher } from '@vestry/contract/calls/lookups.ts'
import type { LIBRARY_FIELDS } from '@vestry/contract/records/preaching-record.ts'
import { SERMON_STATES } from '@vestry/contract/rules/preaching-rules.ts'
import type { ComponentType } from 'react'
import { FormSection } from '../../forms/form-frame.tsx'
import { useMessages } from '../../messages/use-messages.ts'
import type { PreachingFormState } from '../form/use-preaching-form.ts'
import { AttachmentsField } from './attachments-field.tsx'
import { ChaptersField } from './chapters-field.tsx'
import classes from './library-fields.module.css'
import { PassagesField } from './passages-field.tsx'
import { SeriesSelect } from './series-select.tsx'
import { SpeakersField } from './speakers-field.tsx'
import { TopicsSelect } from './topics-select.tsx'
import { TranscriptField } from './transcript-field.tsx'

type Props = { form: PreachingFormState; preachers: readonly Preacher[] }

/** The input of each field, in their order; when the item comes out is asked for beside its state. */
const INPUTS: Record<Exclude<keyof typeof LIBRARY_FIELDS, 'publish_at'>, ComponentType<Props>> = {
  series_id: SeriesSelect,
  passages: PassagesField,
  topics: TopicsSelect,
  speakers: SpeakersField,
  attachments: AttachmentsField,
  chapters: ChaptersField,
  transcript: TranscriptField,
}

/** What the library has of a sermon beside its recording; all of it may stay empty. */
export function LibraryFields({ form, preachers }: Props) {
  const { t } = useMessages()
  const { values } = form
  return (
    <FormSection heading={t('library.heading')}>
      <div className={classes.state}>
        <Select
          {...form.field('state')}
          label={t('library.state')}
          description={t(`library.state.${values.state}.means`)}
          allowDeselect={false}
          data={SERMON_STATES.map((state) => ({ value: state, label: t(`preaching.state.${state}`) }))}
          value={values.state}
          onChange={(state) => state !== null && form.set('state', state as typeof values.state)}
          comboboxProps={{ withinPortal: false, shadow: 'md' }}
        />
        {values.state === 'scheduled' && (
          <TextInput {...form.input('publish_at')} label={t('library.publishAt')} withAsterisk />
        )}
      </div>
      {Object.entries(INPUTS).map(([name, Input]) => (
        <Input key={name} form={form} preachers={preachers} />
      ))}
    </FormSection>
  )
}
