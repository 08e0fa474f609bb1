import { Select, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Preacher } from '@vestry/contract/calls/lookups.ts'
import type { LIBRARY_FIELDS } from '@vestry/contract/records/preaching-record.ts'
import { SERMON_STATES } from '@vestry/contract/rules/preaching-rules.ts'
import { appleShowsChapters, readChapters } from '@vestry/contract/sermons/sermon-chapters.ts'
import { nameKey } from '@vestry/contract/text/search-key.ts'
import type { ComponentType } from 'react'
import { callApi } from '../../api/call-api.ts'
import { FormSection } from '../../forms/form-frame.tsx'
import { useMessages } from '../../messages/use-messages.ts'
import { CreatableSelect } from '../../ui/forms/creatable-select.tsx'
import { addName } from '../form/add-name.ts'
import type { PreachingFormState } from '../form/use-preaching-form.ts'
import { listSeries, readPassages } from '../preaching-calls.ts'
import { AttachmentsField } from './attachments-field.tsx'
import classes from './library-fields.module.css'
import { SpeakersField } from './speakers-field.tsx'
import { TopicsSelect } from './topics-select.tsx'
import { TranscriptField } from './transcript-field.tsx'

const PAUSE_MS = 400

type Props = { form: PreachingFormState; preachers: readonly Preacher[] }

/** The input of each field, in order; the time of publication is asked for next to the state. */
const INPUTS: Record<Exclude<keyof typeof LIBRARY_FIELDS, 'publish_at'>, ComponentType<Props>> = {
  series_id: SeriesSelect,
  passages: PassagesField,
  topics: TopicsSelect,
  speakers: SpeakersField,
  attachments: AttachmentsField,
  chapters: ChaptersField,
  transcript: TranscriptField,
}

/** What the library keeps of a sermon besides its recording; all of it is optional. */
export function LibraryFields({ form, preachers }: Props) {
  const { t } = useMessages()
  const { values } = form
  return (
    <FormSection heading={t('library.heading')}>
      <div className={classes.fields}>
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
      </div>
    </FormSection>
  )
}

/** The series of a sermon, if it has one; a new series is added by its name. */
function SeriesSelect({ form }: { form: PreachingFormState }) {
  const { t } = useMessages()
  const queries = useQueryClient()
  const series = useQuery(listSeries)
  const load = () => queries.fetchQuery({ ...listSeries, staleTime: 0 })
  return (
    <CreatableSelect
      {...form.field('series_id')}
      label={t('library.series')}
      description={t('library.series.help')}
      optional
      choices={(series.data ?? []).map(({ id, name }) => ({ id, label: name }))}
      value={form.values.series_id}
      onChange={(id) => form.set('series_id', id)}
      onCreate={(name) =>
        addName(name, {
          add: async () => (await callApi('POST /sermonSeries', { body: { name } })).id,
          find: async () => (await load()).find((one) => nameKey(one.name) === nameKey(name))?.id,
        })
      }
    />
  )
}

/** The passages of a sermon, as people type them, and how they are understood. */
function PassagesField({ form }: { form: PreachingFormState }) {
  const { t } = useMessages()
  const { passages, language_id } = form.values
  const [typed] = useDebouncedValue(passages.trim(), PAUSE_MS)
  const answer = useQuery({
    ...readPassages(typed, language_id),
    enabled: typed !== '',
    placeholderData: keepPreviousData,
  })
  const { read = '', unread = [] } = (typed !== '' && answer.data) || {}
  return (
    <div>
      <TextInput
        {...form.input('passages')}
        label={t('library.passages')}
        description={t('library.passages.help')}
      />
      <p className={classes.reading} role="status">
        {read !== '' && <span>{t('library.passages.read', { passages: read })}</span>}
        {unread.length > 0 && (
          <span className={classes.unread}>{t('library.passages.unread', { text: unread.join(' … ') })}</span>
        )}
      </p>
    </div>
  )
}

/** The chapters of a recording, typed one on each line, and whether Apple will show them. */
function ChaptersField({ form }: { form: PreachingFormState }) {
  const { t } = useMessages()
  const { chapters } = readChapters(form.values.chapters)
  return (
    <div>
      <Textarea
        {...form.input('chapters')}
        label={t('library.chapters')}
        description={t('library.chapters.help')}
        autosize
        minRows={3}
        maxRows={12}
      />
      <p className={classes.reading} role="status">
        {chapters.length > 0 && !appleShowsChapters(chapters) && t('library.chapters.apple')}
      </p>
    </div>
  )
}
