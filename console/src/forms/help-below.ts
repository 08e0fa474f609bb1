import type { InputWrapperProps } from '@mantine/core'

/** The order of a field's parts where its help stands below. */
export const HELP_BELOW: NonNullable<InputWrapperProps['inputWrapperOrder']> = [
  'label',
  'input',
  'error',
  'description',
]
