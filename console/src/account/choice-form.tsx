import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { MessageKey } from '../messages/messages.ts'
import { useMessages } from '../messages/use-messages.ts'
import { SettingForm } from './setting-form.tsx'
import type { Closing } from './setting-row.tsx'
import { useAttempt } from './use-attempt.ts'

/** Chooses one of a few. `means` gives the meaning of failures by their names. */
export function ChoiceForm<Choice extends string>(props: {
  label: string
  choices: readonly { value: Choice; label: string }[]
  chosen: Choice
  means?: Readonly<Record<string, MessageKey>>
  onSave: (chosen: Choice) => Promise<void>
  onClose: Closing
}) {
  const { t } = useMessages()
  const attempt = useAttempt(props.means)
  const [chosen, setChosen] = useState(props.chosen)
  const save = () =>
    attempt.attempt(async () => {
      await props.onSave(chosen)
      props.onClose(t('account.saved'))
    })
  return (
    <SettingForm
      attempt={attempt}
      submit={t('account.save')}
      onSubmit={() => void save()}
      onCancel={() => props.onClose()}
    >
      <NativeSelect
        label={props.label}
        data={[...props.choices]}
        value={chosen}
        onChange={(event) => setChosen(event.currentTarget.value as Choice)}
      />
    </SettingForm>
  )
}
