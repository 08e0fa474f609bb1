import { MultiSelect, Textarea, TextInput } from '@mantine/core'
import type { ClassDetail, Teacher } from '@vestry/contract/classes.ts'
import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { churchToday } from '../api/church-day.ts'
import { ConflictNotice } from '../forms/conflict-notice.tsx'
import { FormFrame, FormNotice } from '../forms/form-frame.tsx'
import { useFormDraft } from '../forms/use-form-draft.ts'
import { useUnsaved } from '../forms/use-unsaved.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { useWayBack } from '../ui/way-back.tsx'
import { CheckField } from './check-field.tsx'
import {
  CLASS_FIELDS,
  NEW_CLASS,
  repeatOf,
  validateClass,
  valuesOfClass,
  valuesOfCopy,
} from './class-fields.ts'
import { changeCancelled } from './end-class.ts'
import { RepeatFields } from './repeat-fields.tsx'
import { RepeatPreview } from './repeat-preview.tsx'
import { useClassSave } from './use-class-save.ts'

/** The form of one class. `item` is the loaded one, or the one that a copy is made from. */
export function ClassForm(props: {
  item: ClassDetail | undefined
  copies: boolean
  teachers: readonly Teacher[]
}) {
  const { item, copies } = props
  const { t } = useMessages()
  const navigate = useNavigate()
  const location = useLocation()
  const loaded = useMemo(() => {
    if (item === undefined) {
      return NEW_CLASS
    }
    return copies ? valuesOfCopy(item, churchToday()) : valuesOfClass(item)
  }, [item, copies])
  const form = useFormDraft(loaded, CLASS_FIELDS, validateClass)
  const { values, field, set } = form
  const back = useWayBack(paths.classes)
  const edited = copies ? undefined : item
  const saving = useClassSave({
    edited,
    copied: copies ? item : undefined,
    form,
    onSaved: () => void navigate(back),
  })
  const unsaved = useUnsaved({
    name: `class ${edited?.id ?? location.search}`,
    draft: form,
    isNew: edited === undefined,
    saved: saving.done,
    reset() {
      form.reset()
      saving.conflict.forget()
    },
    back,
  })

  return (
    <FormFrame
      submit={t(edited === undefined ? 'classes.form.create' : 'classes.form.update')}
      onSave={saving.save}
      onCancel={unsaved.cancel}
    >
      <ConflictNotice notice={saving.conflict.notice} onRestore={saving.conflict.restore} />
      {edited?.cancelled === true && (
        <FormNotice
          text={t('classes.form.cancelled')}
          action={{ label: t('classes.action.hold'), run: () => void changeCancelled(edited) }}
        />
      )}
      {unsaved.notice}
      <TextInput
        {...field('title')}
        label={t('classes.form.title')}
        withAsterisk
        autoComplete="off"
        value={values.title}
        onChange={(event) => set('title', event.currentTarget.value)}
      />
      <TextInput
        {...field('session_datetime')}
        type="datetime-local"
        label={t('classes.form.date')}
        withAsterisk
        value={values.session_datetime}
        onChange={(event) => set('session_datetime', event.currentTarget.value)}
      />
      {edited === undefined && (
        <>
          <RepeatFields values={values} field={field} set={set} />
          {values.repeats && (
            <RepeatPreview session_datetime={values.session_datetime} repeat={repeatOf(values)} />
          )}
        </>
      )}
      <TextInput
        {...field('room')}
        label={t('classes.form.room')}
        autoComplete="off"
        value={values.room}
        onChange={(event) => set('room', event.currentTarget.value)}
      />
      <MultiSelect
        {...field('teachers')}
        label={t('classes.form.teachers')}
        data={choosable(props.teachers, item?.teachers ?? [])}
        value={[...values.teachers]}
        onChange={(chosen) => set('teachers', sameAs(loaded.teachers, chosen))}
        searchable
        clearable
        hidePickedOptions
        nothingFoundMessage={t('ui.select.none')}
        clearButtonProps={{ 'aria-label': t('classes.form.clearTeachers') }}
        comboboxProps={{ withinPortal: false, shadow: 'md' }}
      />
      <Textarea
        {...field('notes')}
        label={t('classes.form.notes')}
        autosize
        minRows={3}
        maxRows={12}
        value={values.notes}
        onChange={(event) => set('notes', event.currentTarget.value)}
      />
      {copies && (
        <CheckField
          {...field('takeRoster')}
          label={t('classes.form.takeRoster')}
          checked={values.takeRoster}
          onChange={(checked) => set('takeRoster', checked)}
        />
      )}
    </FormFrame>
  )
}

/** Who is assigned already stays choosable, even if they can't sign in any more. */
function choosable(teachers: readonly Teacher[], assigned: readonly Teacher[]) {
  const gone = assigned.filter(({ sub }) => !teachers.some((teacher) => teacher.sub === sub))
  return [...teachers, ...gone].map(({ sub, name }) => ({ value: sub, label: name }))
}

/** The loaded list itself when the same people are chosen again: changing back is no change. */
function sameAs(loaded: readonly string[], chosen: readonly string[]): readonly string[] {
  const same = loaded.length === chosen.length && loaded.every((sub) => chosen.includes(sub))
  return same ? loaded : chosen
}
