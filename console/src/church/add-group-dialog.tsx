import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { isGroupName, MAX_GROUP_NAME } from '@vestry/contract/rules/group-rules.ts'
import { normalForm } from '@vestry/contract/text/normal-form.ts'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError } from '../api/call-api.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { HELP_BELOW } from '../forms/help-below.ts'
import { useMessages } from '../messages/use-messages.ts'
import { showNotice } from '../ui/dialogs/dialogs.ts'
import { addGroup, whyRefused } from './group-calls.ts'
import { SETTINGS } from './settings-calls.ts'

/** Asks what a new group is to be called. */
export function AddGroupDialog(props: { onAdded: (name: string) => void; onClose: () => void }) {
  const { t } = useMessages()
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const name = normalForm(text, 'NFC').trim()

  const check = () => {
    const wrong = problemOf(name)
    setError(wrong)
    return wrong === undefined ? null : input.current
  }
  const send = async () => {
    try {
      await addGroup(name)
    } finally {
      await queries.invalidateQueries({ queryKey: SETTINGS })
    }
    // The dialog gives the focus back as it closes, before the new card takes it.
    flushSync(props.onClose)
    props.onAdded(name)
    showNotice({ message: t('groups.added', { group: name }) })
  }
  return (
    <FormDialog
      title={t('groups.add.title')}
      submit={t('groups.add.submit')}
      check={check}
      send={send}
      explain={(failure) => (failure instanceof ApiError ? whyRefused(name, failure) : undefined)}
      onClose={props.onClose}
    >
      <TextInput
        ref={input}
        data-first-focus
        label={t('groups.name')}
        description={error === undefined && t('groups.name.help')}
        inputWrapperOrder={HELP_BELOW}
        withAsterisk
        error={error}
        maxLength={MAX_GROUP_NAME}
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setError(undefined)
        }}
      />
    </FormDialog>
  )

  function problemOf(typed: string): string | undefined {
    if (typed === '') {
      return t('ui.form.required')
    }
    const joined = typed.replace(/\s+/g, '-')
    if (joined !== typed && isGroupName(joined)) {
      return t('groups.name.spaces', { name: joined })
    }
    return isGroupName(typed) ? undefined : t('groups.name.signs')
  }
}
