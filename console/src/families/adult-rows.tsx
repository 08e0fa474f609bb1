import { Button, TextInput } from '@mantine/core'
import { FAMILY_FIELDS } from '@vestry/contract/sunday-school/family-record.ts'
import { ChoiceBox } from '../forms/choice-fields.tsx'
import { cleanedHint } from '../forms/cleaned-hint.ts'
import { useMessages } from '../messages/use-messages.ts'
import { IconPlus, IconX } from '../ui/look/icons.ts'
import classes from './family-form.module.css'
import { type AdultValues, BLANK_ADULT, isNameless } from './family-form-fields.ts'
import type { FamilyFormState } from './use-family-form.ts'

const { max, of } = FAMILY_FIELDS.adults
export const ADULT_TEXTS = ['first_name', 'last_name', 'phone', 'email', 'language'] as const
const TYPES = { phone: 'tel', email: 'email' } as Partial<Record<string, string>>

/** The adults of a family, each with its fields. */
export function AdultRows({ form }: { form: FamilyFormState }) {
  const { t } = useMessages()
  const { adults } = form.values
  const { id, error, onBlur } = form.field('adults')
  // The field that is wrong gets the focus.
  const wrong = Math.max(0, adults.findIndex(isNameless))
  const remove = (index: number) => {
    form.change('adults', (now) => now.filter((_, at) => at !== index))
    document.getElementById(`${id}-add`)?.focus()
  }
  return (
    <>
      {adults.map((adult, index) => (
        <AdultFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the list
          key={index}
          firstId={index === wrong ? id : `${id}-${index}`}
          number={index + 1}
          adult={adult}
          error={isNameless(adult) ? error : undefined}
          onBlur={onBlur}
          onChange={(changed) =>
            form.change('adults', (now) =>
              now.map((one, at) => (at === index ? { ...one, ...changed } : one)),
            )
          }
          onRemove={() => remove(index)}
        />
      ))}
      {adults.length < max && (
        <Button
          id={`${id}-add`}
          className={classes.add ?? ''}
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => {
            form.change('adults', (now) => [...now, BLANK_ADULT])
            requestAnimationFrame(() => focusFirst(`${id}-${adults.length}`, id))
          }}
        >
          {t('families.page.form.addAdult')}
        </Button>
      )}
    </>
  )
}

/** The first of these that is there. */
function focusFirst(...ids: string[]) {
  ids
    .map((id) => document.getElementById(id))
    .find((field) => field !== null)
    ?.focus()
}

function AdultFields(props: {
  firstId: string
  number: number
  adult: AdultValues
  error: string | undefined
  onBlur: () => void
  onChange: (changed: Partial<AdultValues>) => void
  onRemove: () => void
}) {
  const { t } = useMessages()
  const { number, adult } = props
  return (
    <fieldset className={classes.adult}>
      <legend>{t('families.page.form.adult', { number })}</legend>
      <button
        type="button"
        className={classes.remove}
        aria-label={t('families.page.form.removeAdult', { number })}
        onClick={props.onRemove}
      >
        <IconX size={16} aria-hidden />
      </button>
      {ADULT_TEXTS.map((name) => (
        <AdultText
          key={name}
          {...(name === 'first_name' && { id: props.firstId, error: props.error, onBlur: props.onBlur })}
          name={name}
          value={adult[name]}
          onChange={(value) => props.onChange({ [name]: value })}
        />
      ))}
      <div className={classes.collects}>
        <ChoiceBox
          label={t('families.page.form.collects')}
          checked={adult.collects === 'yes'}
          onChange={(collects) => props.onChange({ collects: collects ? 'yes' : 'no' })}
        />
      </div>
    </fieldset>
  )
}

/** One text of an adult. */
export function AdultText(props: {
  id?: string
  name: (typeof ADULT_TEXTS)[number]
  value: string
  error?: string | undefined
  onBlur?: () => void
  onChange: (value: string) => void
}) {
  const { t } = useMessages()
  const { name, value, onChange, ...rest } = props
  return (
    <TextInput
      {...rest}
      {...cleanedHint(value)}
      label={t(`families.page.form.${name}`)}
      type={TYPES[name] ?? 'text'}
      autoComplete="off"
      withAsterisk={name === 'first_name'}
      maxLength={of[name].max}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
