import { NativeSelect } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import {
  asMessageLanguage,
  MESSAGE_LANGUAGES,
  type MessageLanguage,
} from '@vestry/contract/messages/message-languages.ts'
import { updateUserAttributes } from 'aws-amplify/auth'
import { useState } from 'react'
import { useMessages } from '../messages/use-messages.ts'
import { readAttributes } from './account-calls.ts'
import { SettingForm } from './setting-form.tsx'
import { type Closing, SettingRow } from './setting-row.tsx'
import { useAttempt } from './use-attempt.ts'

/** In which language the server writes to the person. */
export function EmailLanguageSetting({ locale }: { locale: string }) {
  const { t } = useMessages()
  const language = asMessageLanguage(locale)
  return (
    <SettingRow
      name="letters"
      label={t('account.emailLanguage')}
      actions={[
        {
          verb: t('account.change'),
          form: (close) => <EmailLanguageForm language={language} onClose={close} />,
        },
      ]}
    >
      {language === undefined ? t('account.emailLanguage.unset') : MESSAGE_LANGUAGES[language].name}
    </SettingRow>
  )
}

function EmailLanguageForm({
  language,
  onClose,
}: {
  language: MessageLanguage | undefined
  onClose: Closing
}) {
  const { t, language: shown } = useMessages()
  const queries = useQueryClient()
  const attempt = useAttempt()
  const [chosen, setChosen] = useState<string>(language ?? shown)
  const save = () =>
    attempt.attempt(async () => {
      await updateUserAttributes({ userAttributes: { locale: chosen } })
      await queries.invalidateQueries(readAttributes)
      onClose(t('account.saved'))
    })
  return (
    <SettingForm
      attempt={attempt}
      submit={t('account.save')}
      onSubmit={() => void save()}
      onCancel={() => onClose()}
    >
      <NativeSelect
        label={t('account.emailLanguage')}
        data={Object.entries(MESSAGE_LANGUAGES).map(([value, { name }]) => ({ value, label: name }))}
        value={chosen}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
    </SettingForm>
  )
}
