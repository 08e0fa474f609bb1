import { type ComboboxItem, type OptionsFilter, Select } from '@mantine/core'
import { nameKey } from '@vestry/contract/text/search-key.ts'
import { useState } from 'react'
import { t } from '../../messages/messages.ts'
import { useMessages } from '../../messages/use-messages.ts'

const NEW = '0'

export type Choice = { id: number; label: string }

/** A dropdown that is searched by typing, and that offers to add what is missing. */
export function CreatableSelect(props: {
  id: string
  name: string
  label: string
  description?: string
  /** Choosing nothing, which is 0, is allowed. */
  optional?: true
  error: string | undefined
  choices: readonly Choice[]
  value: number
  onChange: (id: number) => void
  onBlur: () => void
  /** Adds a choice with this name and returns its id, or nothing if that failed, which is then shown. */
  onCreate: (label: string) => Promise<number | undefined>
}) {
  const { t } = useMessages()
  const { choices, onChange, onCreate } = props
  const [typed, setTyped] = useState('')
  const choose = async (value: string | null) => {
    if (value === null) {
      if (props.optional) {
        onChange(0)
      }
      return
    }
    if (value !== NEW) {
      onChange(Number(value))
      return
    }
    const id = await onCreate(typed.trim())
    if (id !== undefined) {
      onChange(id)
    }
  }
  const chosen = choices.find((choice) => choice.id === props.value)
  return (
    <Select
      id={props.id}
      name={props.name}
      label={props.label}
      description={props.description}
      error={props.error}
      withAsterisk={!props.optional}
      clearable={props.optional ?? false}
      clearButtonProps={{ 'aria-label': t('preaching.file.clearOf', { name: props.label }) }}
      searchable
      allowDeselect={false}
      data={withNew(choices, typed)}
      filter={keepMatching}
      nothingFoundMessage={t('ui.select.none')}
      value={chosen === undefined ? null : String(chosen.id)}
      onChange={(value) => void choose(value)}
      onSearchChange={setTyped}
      // Then typing starts a search instead of lengthening the chosen name.
      onFocus={(event) => event.currentTarget.select()}
      onBlur={props.onBlur}
      comboboxProps={{ withinPortal: false, shadow: 'md' }}
    />
  )
}

/** The choices, and an entry that adds the typed name if it is none of them. */
export function withNew(choices: readonly Choice[], typed: string): ComboboxItem[] {
  const name = typed.trim()
  const isNew = name !== '' && !choices.some((choice) => nameKey(choice.label) === nameKey(name))
  return [
    ...choices.map((choice) => ({ value: String(choice.id), label: choice.label })),
    ...(isNew ? [{ value: NEW, label: t('ui.select.add', { name }) }] : []),
  ]
}

export const keepMatching: OptionsFilter = ({ options, search }) =>
  (options as ComboboxItem[]).filter(
    (option) => option.value === NEW || nameKey(option.label).includes(nameKey(search)),
  )
