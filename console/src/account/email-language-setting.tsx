import { useQueryClient } from '@tanstack/react-query'
import {
  asMessageLanguage,
  MESSAGE_LANGUAGES,
  type MessageLanguage,
} from '@vestry/contract/messages/message-languages.ts'
import { updateUserAttributes } from 'aws-amplify/auth'
import { useMessages } from '../messages/use-messages.ts'
import { readAttributes } from './account-calls.ts'
import { ChoiceForm } from './choice-form.tsx'
import { type Closing, SettingRow } from './setting-row.tsx'

/** The language in which the server writes to the person. */
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
  return (
    <ChoiceForm
      label={t('account.emailLanguage')}
      choices={Object.entries(MESSAGE_LANGUAGES).map(([value, { name }]) => ({ value, label: name }))}
      chosen={language ?? shown}
      onSave={async (locale) => {
        await updateUserAttributes({ userAttributes: { locale } })
        await queries.invalidateQueries(readAttributes)
      }}
      onClose={onClose}
    />
  )
}
