import type { InputWrapperProps } from '@mantine/core'

/** The order of a field's parts if its help is below it. */
export const HELP_BELOW: NonNullable<InputWrapperProps['inputWrapperOrder']> = [
  'label',
  'input',
  'error',
  'description',
]
