import { CloseButton, TextInput, type TextInputProps } from '@mantine/core'
import { MAX_SEARCH } from '@vestry/contract/rules/list-rules.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { IconSearch } from '../look/icons.ts'

/** The field of a search box, with a button that clears it while it holds something. */
export function SearchInput(props: TextInputProps & { value: string; onClear: () => void }) {
  const { t } = useMessages()
  const { onClear, ...input } = props
  return (
    <TextInput
      enterKeyHint="search"
      autoComplete="off"
      spellCheck={false}
      maxLength={MAX_SEARCH}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        input.value !== '' && <CloseButton size="sm" aria-label={t('ui.search.clear')} onClick={onClear} />
      }
      {...input}
    />
  )
}
