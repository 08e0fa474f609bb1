import { Select, Textarea, TextInput } from '@mantine/core'
import type { Category, Preacher } from '@vestry/contract/calls/lookups.ts'
import type { PreachingItemDetail } from '@vestry/contract/calls/preaching.ts'
import type { Proposal } from '@vestry/contract/sermon-sources/propose-from-file.ts'
import { LANGUAGES } from '@vestry/contract/sermons/languages.ts'
import { lazy, Suspense, useState } from 'react'
import { fetchCode } from '../../api/fetch-code.ts'
import { FormFrame, FormNotice, FormPicture } from '../../forms/form-frame.tsx'
import { LastChanged } from '../../forms/last-changed.tsx'
import type { MessageKey } from '../../messages/messages.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { ChosenPicture } from '../sermon/chosen-picture.tsx'
import { FileUploader, fileProps } from './file-uploader.tsx'
import { LookupSelect } from './lookup-select.tsx'
import { copiedValues, itemValues, newValues } from './preaching-fields.ts'
import classes from './preaching-form.module.css'
import { type PreachingFormState, usePreachingForm } from './use-preaching-form.ts'

const LibraryFields = lazy(async () => ({
  default: (await fetchCode(() => import('../library/library-fields.tsx'))).LibraryFields,
}))

const SoundOffers = lazy(async () => ({
  default: (await fetchCode(() => import('../sound/sound-offers.tsx'))).SoundOffers,
}))

/** The form of one item. `item` is the loaded item, and absent for a new one. */
export function PreachingForm(props: {
  item: PreachingItemDetail | undefined
  /** The item that a new one starts from. */
  like: PreachingItemDetail | undefined
  preachers: readonly Preacher[]
  categories: readonly Category[]
  /** Identifies content that could not be saved in the background. */
  draft: string | undefined
}) {
  const { item, like, preachers, categories } = props
  const { t, language } = useMessages()
  const [initial] = useState(() =>
    like === undefined ? newValues(preachers, categories, language) : copiedValues(like),
  )
  const loaded = item === undefined ? initial : itemValues(item)
  const form = usePreachingForm(item, loaded, preachers, props.draft, like?.uuid)
  const { values, files } = form

  return (
    <FormFrame
      form={form}
      submit={t(item === undefined ? 'preaching.form.create' : 'preaching.form.update')}
      side={
        <>
          {values.poster_path !== '' && (
            <FormPicture>
              <ChosenPicture file={files.poster_path} path={values.poster_path} />
            </FormPicture>
          )}
          {item && <LastChanged change={item.last_change} record={`item/${item.uuid}`} />}
        </>
      }
    >
      <TextInput {...form.input('localizedname')} label={t('preaching.form.title')} />
      <TextInput {...form.input('event_datetime')} label={t('preaching.form.date')} />
      <Textarea
        {...form.input('description')}
        label={t('preaching.form.description')}
        autosize
        minRows={3}
        maxRows={12}
      />
      <FileUploader
        {...fileProps(form, loaded, 'path', files.path)}
        label={t('preaching.form.media')}
        kind="media"
        type={values.media_format}
        stored={item && { duration: item.duration, waveform: item.sound?.waveform }}
        onChoose={form.chooseRecording}
        onClear={() => form.clear('path')}
      />
      {form.proposed.length > 0 && <ProposedNotice form={form} />}
      {files.path && (
        <Suspense fallback={null}>
          <SoundOffers file={files.path} choices={form.soundChoices} onChange={form.chooseSound} />
        </Suspense>
      )}
      <FileUploader
        {...fileProps(form, loaded, 'poster_path', files.poster_path)}
        label={t('preaching.form.poster')}
        kind="image"
        type="image"
        onChoose={form.choosePoster}
        onClear={() => form.clear('poster_path')}
        onDefault={form.putDefaultPoster}
      />
      <Select
        {...form.field('language_id')}
        label={t('preaching.form.language')}
        withAsterisk
        allowDeselect={false}
        data={LANGUAGES.map(({ id, tag }) => ({ value: String(id), label: t(`preaching.language.${tag}`) }))}
        value={String(values.language_id)}
        onChange={(value) => value !== null && form.set('language_id', Number(value))}
        comboboxProps={{ withinPortal: false, shadow: 'md' }}
      />
      <LookupSelect
        {...form.field('preacher_id')}
        kind="preacher"
        choices={preachers.map(({ id, presenterName }) => ({ id, label: presenterName }))}
        value={values.preacher_id}
        onChange={(id) => form.set('preacher_id', id)}
      />
      <LookupSelect
        {...form.field('preaching_category_id')}
        kind="category"
        choices={categories.map(({ id, category }) => ({ id, label: category }))}
        value={values.preaching_category_id}
        onChange={(id) => form.set('preaching_category_id', id)}
      />
      <Suspense fallback={<div className={classes.coming} />}>
        <LibraryFields form={form} preachers={preachers} />
      </Suspense>
    </FormFrame>
  )
}

const PROPOSED = {
  localizedname: 'preaching.form.title',
  event_datetime: 'preaching.form.date',
  preacher_id: 'preaching.form.preacher',
  chapters: 'library.chapters',
} as const satisfies Record<keyof Proposal, MessageKey>

/** Says which fields were filled in from the recording; one press empties them again. */
function ProposedNotice({ form }: { form: PreachingFormState }) {
  const { t, language } = useMessages()
  const fields = new Intl.ListFormat(language).format(form.proposed.map((name) => t(PROPOSED[name])))
  return (
    <FormNotice
      quiet
      text={t('preaching.proposal', { fields })}
      action={{
        label: t('preaching.proposal.undo'),
        run() {
          form.withdraw()
          document.getElementById(form.field('path').id)?.focus()
        },
      }}
    />
  )
}
