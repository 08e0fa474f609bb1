import { TextInput } from '@mantine/core'
import type { UsedName } from '@vestry/contract/calls/lookups.ts'
import { MAX_NAME } from '@vestry/contract/rules/preaching-rules.ts'
import { useRef, useState } from 'react'
import { useMessages } from '../../messages/use-messages.ts'
import { NameForm } from './name-form.tsx'
import type { NameKind } from './names-calls.ts'

export function RenameDialog(props: {
  kind: NameKind
  name: UsedName
  onRename: (wanted: string) => Promise<void>
  onClose: () => void
}) {
  const { t } = useMessages()
  const { name } = props.name
  const [text, setText] = useState(name)
  const [empty, setEmpty] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  const submit = async () => {
    const wanted = text.trim()
    setEmpty(wanted === '')
    if (wanted === '') {
      input.current?.focus()
    } else if (wanted === name) {
      props.onClose()
    } else {
      await props.onRename(wanted)
    }
  }
  return (
    <NameForm
      title={t(`names.rename.${props.kind}`)}
      submit={t('names.rename')}
      onSubmit={submit}
      onClose={props.onClose}
    >
      <TextInput
        ref={input}
        data-first-focus
        label={t('names.column.name')}
        error={empty && t('ui.form.required')}
        withAsterisk
        autoComplete="off"
        autoCapitalize="words"
        enterKeyHint="done"
        maxLength={MAX_NAME}
        value={text}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </NameForm>
  )
}
