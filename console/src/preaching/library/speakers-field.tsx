import { Button, CloseButton, Input, TextInput } from '@mantine/core'
import type { Preacher } from '@vestry/contract/calls/lookups.ts'
import { LIBRARY_FIELDS } from '@vestry/contract/records/preaching-record.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { IconPlus } from '../../ui/look/icons.ts'
import { LookupSelect } from '../form/lookup-select.tsx'
import type { PreachingFormState } from '../form/use-preaching-form.ts'
import classes from './library-fields.module.css'

const { max, of } = LIBRARY_FIELDS.speakers

/** The speakers of a sermon besides its presenter, and the part of each. */
export function SpeakersField({
  form,
  preachers,
}: {
  form: PreachingFormState
  preachers: readonly Preacher[]
}) {
  const { t } = useMessages()
  const { speakers } = form.values
  const { id, name, error, onBlur } = form.field('speakers')
  const change = (index: number, changed: Partial<(typeof speakers)[number]>) =>
    form.change('speakers', (now) =>
      now.map((speaker, at) => (at === index ? { ...speaker, ...changed } : speaker)),
    )
  return (
    <fieldset className={classes.rows} aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend>{t('library.speakers')}</legend>
      {speakers.map((speaker, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the list
        <div key={index} className={classes.row}>
          <LookupSelect
            id={index === 0 ? id : `${id}-${index}`}
            name={`${name}-${index}`}
            error={undefined}
            onBlur={onBlur}
            kind="preacher"
            label={t('library.speaker', { number: index + 1 })}
            choices={preachers.map(({ id, presenterName }) => ({ id, label: presenterName }))}
            value={speaker.preacher_id}
            onChange={(preacher_id) => change(index, { preacher_id })}
          />
          <TextInput
            label={t('library.part', { number: index + 1 })}
            placeholder={t('library.part.example')}
            autoComplete="off"
            maxLength={of.part.max}
            value={speaker.part}
            onChange={(event) => change(index, { part: event.currentTarget.value })}
          />
          <CloseButton
            aria-label={t('library.speaker.remove', { number: index + 1 })}
            onClick={() => {
              form.change('speakers', (now) => now.filter((_, at) => at !== index))
              document.getElementById(`${id}-add`)?.focus()
            }}
          />
        </div>
      ))}
      {error !== undefined && <Input.Error id={`${id}-error`}>{error}</Input.Error>}
      {speakers.length < max && (
        <Button
          id={speakers.length === 0 ? id : `${id}-add`}
          className={classes.add ?? ''}
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => form.change('speakers', (now) => [...now, { preacher_id: 0, part: '' }])}
        >
          {t('library.speaker.add')}
        </Button>
      )}
    </fieldset>
  )
}
