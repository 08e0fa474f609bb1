import { Select, Textarea, TextInput } from '@mantine/core'
import { LANGUAGES } from '@vestry/contract/languages.ts'
import type { Category, Preacher } from '@vestry/contract/lookups.ts'
import type { PreachingItem } from '@vestry/contract/preaching.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ConflictNotice } from '../forms/conflict-notice.tsx'
import { FormFrame } from '../forms/form-frame.tsx'
import { useUnsaved } from '../forms/use-unsaved.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { useWayBack } from '../ui/way-back.tsx'
import { FileUploader } from './file-uploader.tsx'
import { LookupSelect } from './lookup-select.tsx'
import { newValues, valuesOf } from './preaching-fields.ts'
import { usePreachingDraft } from './use-preaching-draft.ts'
import { usePreachingSave } from './use-preaching-save.ts'
import { useRecordingChoice } from './use-recording-choice.ts'

/** The form of one item. `item` is the loaded one, and absent for a new one. */
export function PreachingForm(props: {
  item: PreachingItem | undefined
  preachers: readonly Preacher[]
  categories: readonly Category[]
}) {
  const { item, preachers, categories } = props
  const { t, language } = useMessages()
  const navigate = useNavigate()
  const back = useWayBack(paths.preaching)
  const [initial] = useState(() => newValues(preachers, categories, language))
  const loaded = item === undefined ? initial : valuesOf(item)
  const draft = usePreachingDraft(loaded)
  const { form, files } = draft
  const recording = useRecordingChoice(draft)
  const saving = usePreachingSave(item, draft, recording.examined, () => void navigate(back))
  const unsaved = useUnsaved({
    name: `sermon ${item?.uuid ?? 'new'}`,
    draft: draft.unsaved,
    isNew: item === undefined,
    saved: saving.done,
    reset: saving.reset,
    back,
  })

  return (
    <FormFrame
      submit={t(item === undefined ? 'preaching.form.create' : 'preaching.form.update')}
      onSave={saving.save}
      onCancel={unsaved.cancel}
    >
      <ConflictNotice notice={saving.notice} onRestore={saving.restore} />
      {unsaved.notice}
      <TextInput
        {...form.field('localizedname')}
        label={t('preaching.form.title')}
        withAsterisk
        autoComplete="off"
        value={form.values.localizedname}
        onChange={(event) => form.set('localizedname', event.currentTarget.value)}
      />
      <TextInput
        {...form.field('event_datetime')}
        type="datetime-local"
        label={t('preaching.form.date')}
        withAsterisk
        value={form.values.event_datetime}
        onChange={(event) => form.set('event_datetime', event.currentTarget.value)}
      />
      <Textarea
        {...form.field('description')}
        label={t('preaching.form.description')}
        autosize
        minRows={3}
        maxRows={12}
        value={form.values.description}
        onChange={(event) => form.set('description', event.currentTarget.value)}
      />
      <FileUploader
        {...form.field('path')}
        label={t('preaching.form.media')}
        kind="media"
        type={form.values.media_format}
        path={form.values.path}
        loadedPath={loaded.path}
        file={files.path}
        onChoose={recording.choose}
        onClear={() => draft.clear('path')}
      />
      <FileUploader
        {...form.field('poster_path')}
        label={t('preaching.form.poster')}
        kind="image"
        type="image"
        path={form.values.poster_path}
        loadedPath={loaded.poster_path}
        file={files.poster_path}
        onChoose={(file) => draft.choose('poster_path', file)}
        onClear={() => draft.clear('poster_path')}
        onDefault={draft.putDefaultPoster}
      />
      <Select
        {...form.field('language_id')}
        label={t('preaching.form.language')}
        withAsterisk
        allowDeselect={false}
        data={LANGUAGES.map(({ id, tag }) => ({ value: String(id), label: t(`preaching.language.${tag}`) }))}
        value={String(form.values.language_id)}
        onChange={(value) => value !== null && form.set('language_id', Number(value))}
        comboboxProps={{ withinPortal: false, shadow: 'md' }}
      />
      <LookupSelect
        {...form.field('preacher_id')}
        kind="preacher"
        choices={preachers.map(({ id, presenterName }) => ({ id, label: presenterName }))}
        value={form.values.preacher_id}
        onChange={(id) => form.set('preacher_id', id)}
      />
      <LookupSelect
        {...form.field('preaching_category_id')}
        kind="category"
        choices={categories.map(({ id, category }) => ({ id, label: category }))}
        value={form.values.preaching_category_id}
        onChange={(id) => form.set('preaching_category_id', id)}
      />
    </FormFrame>
  )
}
