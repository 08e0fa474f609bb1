import { TextInput } from '@mantine/core'
import { useMessages } from '../messages/use-messages.ts'
import classes from './age-inputs.module.css'

const BOUNDS = ['age_from', 'age_to'] as const
/** The lowest and the highest age, in digits; empty where there is no bound. */
export type TypedAges = Record<(typeof BOUNDS)[number], string>
export const NO_AGES: TypedAges = { age_from: '', age_to: '' }

export function AgeInputs(props: { ages: TypedAges; onType: (typed: Partial<TypedAges>) => void }) {
  const { t } = useMessages()
  return BOUNDS.map((name) => (
    <TextInput
      key={name}
      className={classes.age}
      label={t(`classes.roster.${name}`)}
      inputMode="numeric"
      maxLength={3}
      autoComplete="off"
      value={props.ages[name]}
      onChange={(event) => props.onType({ [name]: event.currentTarget.value.replace(/\D/g, '') })}
    />
  ))
}
