import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'

/** A text that counts once it is whole: when the field is left, or on Enter. */
export function CommittedInput({
  value,
  onCommit,
  ...rest
}: Omit<TextInputProps, 'value' | 'onChange' | 'onBlur' | 'onKeyDown'> & {
  value: string
  onCommit: (value: string) => void
}) {
  const [typed, setTyped] = useState(value)
  const commit = () => {
    if (typed !== value) {
      onCommit(typed)
    }
  }
  return (
    <TextInput
      {...rest}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={({ key }) => {
        if (key === 'Enter') {
          commit()
        }
      }}
    />
  )
}
