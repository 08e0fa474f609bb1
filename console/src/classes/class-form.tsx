import { Autocomplete, MultiSelect, Textarea, TextInput } from '@mantine/core'
import type { ClassDetail, SeriesSession, Teacher } from '@vestry/contract/calls/classes.ts'
import type { Room } from '@vestry/contract/calls/rooms.ts'
import { CLASS_FIELDS } from '@vestry/contract/sunday-school/class-record.ts'
import { ChoiceBox } from '../forms/choice-fields.tsx'
import { FormFrame, FormNotice } from '../forms/form-frame.tsx'
import { LastChanged } from '../forms/last-changed.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { FormLink } from '../ui/return-link.tsx'
import { repeatOf } from './class-fields.ts'
import classes from './class-form.module.css'
import { changeCancelled } from './end-class.ts'
import { RepeatFields } from './repeat-fields.tsx'
import { RepeatPreview } from './repeat-preview.tsx'
import { useClassForm } from './use-class-form.ts'

/** The form of one class. `item` is the loaded class, or the one that is copied. */
export function ClassForm(props: {
  item: ClassDetail | undefined
  copies: 'copy' | 'term' | undefined
  /** The sessions of the series that comes before the next term. */
  sessions: readonly SeriesSession[] | undefined
  /** The day that is proposed for a new class. */
  day: string | undefined
  teachers: readonly Teacher[]
  /** The rooms to choose from; undefined where the church keeps none. */
  rooms: readonly Room[] | undefined
}) {
  const { item, copies, sessions } = props
  const { t } = useMessages()
  const edited = copies ? undefined : item
  const form = useClassForm({ edited, copied: copies && item, sessions, day: props.day })
  const { values, field, set, input } = form
  return (
    <FormFrame
      form={form}
      submit={t(edited === undefined ? 'classes.form.create' : 'classes.form.update')}
      side={
        edited && (
          <>
            <LastChanged change={edited.last_change} record={`class/${edited.id}`} />
            <p className={classes.term}>
              <FormLink to={paths.nextTerm(edited.id)}>{t('classes.action.term')}</FormLink>
            </p>
          </>
        )
      }
    >
      {edited?.cancelled === true && (
        <FormNotice
          text={t('classes.form.cancelled')}
          action={{ label: t('classes.action.restore'), run: () => void changeCancelled(edited) }}
        />
      )}
      <TextInput {...input('title')} label={t('classes.form.title')} />
      <div className={classes.times}>
        <TextInput {...input('session_datetime')} label={t('classes.form.date')} />
        <TextInput {...input('end_time')} label={t('classes.form.endTime')} />
      </div>
      {edited === undefined && (
        <>
          <RepeatFields form={form} />
          {values.repeat && (
            <RepeatPreview
              start={values.session_datetime}
              repeat={repeatOf(values)}
              onSkip={(day, skipped) =>
                set('skip', skipped ? [...values.skip, day] : values.skip.filter((other) => other !== day))
              }
            />
          )}
        </>
      )}
      {props.rooms ? (
        <Autocomplete
          {...field('room')}
          label={t('classes.form.room')}
          data={props.rooms.filter(({ open }) => open).map(({ name }) => name)}
          value={values.room}
          onChange={(room) => set('room', room)}
          maxLength={CLASS_FIELDS.room.max}
          comboboxProps={{ withinPortal: false, shadow: 'md' }}
        />
      ) : (
        <TextInput {...input('room')} label={t('classes.form.room')} />
      )}
      <MultiSelect
        {...field('teachers')}
        label={t('classes.form.teachers')}
        data={choosable(props.teachers, item?.teachers ?? [])}
        value={[...values.teachers]}
        onChange={(chosen) => set('teachers', chosen)}
        searchable
        clearable
        hidePickedOptions
        nothingFoundMessage={t('ui.select.none')}
        clearButtonProps={{ 'aria-label': t('classes.form.clearTeachers') }}
        comboboxProps={{ withinPortal: false, shadow: 'md' }}
      />
      <Textarea {...input('notes')} label={t('classes.form.notes')} autosize minRows={3} maxRows={12} />
      {copies !== undefined && (
        <ChoiceBox
          {...field('copyRoster')}
          label={t('classes.form.copyRoster')}
          checked={values.copyRoster}
          onChange={(checked) => set('copyRoster', checked)}
        />
      )}
    </FormFrame>
  )
}

/** People who are assigned already can still be chosen, even if they can't sign in any more. */
function choosable(teachers: readonly Teacher[], assigned: readonly Teacher[]) {
  const gone = assigned.filter(({ sub }) => !teachers.some((teacher) => teacher.sub === sub))
  return [...teachers, ...gone].map(({ sub, name }) => ({ value: sub, label: name }))
}
