import { Select, TextInput } from '@mantine/core'
import type { Preacher } from '@vestry/contract/lookups.ts'
import { SERMON_STATES } from '@vestry/contract/preaching-rules.ts'
import { FormSection } from '../forms/form-frame.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { AttachmentsField } from './attachments-field.tsx'
import { ChaptersField } from './chapters-field.tsx'
import classes from './library-fields.module.css'
import { PassagesField } from './passages-field.tsx'
import { SeriesSelect } from './series-select.tsx'
import { SpeakersField } from './speakers-field.tsx'
import { TopicsSelect } from './topics-select.tsx'
import { TranscriptField } from './transcript-field.tsx'
import type { PreachingFormState } from './use-preaching-form.ts'

/** What the library has of a sermon beside its recording; all of it may stay empty. */
export function LibraryFields(props: { form: PreachingFormState; preachers: readonly Preacher[] }) {
  const { t } = useMessages()
  const { form, preachers } = props
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
      <SeriesSelect form={form} />
      <PassagesField form={form} />
      <TopicsSelect form={form} />
      <SpeakersField form={form} preachers={preachers} />
      <AttachmentsField form={form} />
      <ChaptersField form={form} />
      <TranscriptField form={form} />
    </FormSection>
  )
}
