import { NativeSelect } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { MessageKey } from '../messages/messages.ts'
import { useMessages } from '../messages/use-messages.ts'
import { SettingForm } from './setting-form.tsx'
import { type Closing, SettingRow } from './setting-row.tsx'
import { useAttempt } from './use-attempt.ts'

type Choosing<Choice extends string> = {
  label: string
  choices: readonly { value: Choice; label: string }[]
  chosen: Choice
  /** The meaning of failures by their names. */
  means?: Readonly<Record<string, MessageKey>>
  onSave: (chosen: Choice) => Promise<void>
}

/** A setting that is one of a few; its children say which it is. */
export function ChoiceSetting<Choice extends string>({
  name,
  children,
  ...choosing
}: Choosing<Choice> & { name: string; children: ReactNode }) {
  const { t } = useMessages()
  return (
    <SettingRow
      name={name}
      label={choosing.label}
      actions={[{ verb: t('account.change'), form: (close) => <ChoiceForm {...choosing} onClose={close} /> }]}
    >
      {children}
    </SettingRow>
  )
}

function ChoiceForm<Choice extends string>(props: Choosing<Choice> & { onClose: Closing }) {
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
