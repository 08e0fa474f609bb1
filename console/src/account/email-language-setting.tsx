import { useQueryClient } from '@tanstack/react-query'
import { asMessageLanguage, MESSAGE_LANGUAGES } from '@vestry/contract/messages/message-languages.ts'
import { updateUserAttributes } from 'aws-amplify/auth'
import { useMessages } from '../messages/use-messages.ts'
import { readAttributes } from './account-calls.ts'
import { ChoiceSetting } from './choice-setting.tsx'

/** The language in which the server writes to the person. */
export function EmailLanguageSetting({ locale }: { locale: string }) {
  const { t, language: shown } = useMessages()
  const queries = useQueryClient()
  const language = asMessageLanguage(locale)
  return (
    <ChoiceSetting
      name="letters"
      label={t('account.emailLanguage')}
      choices={Object.entries(MESSAGE_LANGUAGES).map(([value, { name }]) => ({ value, label: name }))}
      chosen={language ?? shown}
      onSave={async (locale) => {
        await updateUserAttributes({ userAttributes: { locale } })
        await queries.invalidateQueries(readAttributes)
      }}
    >
      {language === undefined ? t('account.emailLanguage.unset') : MESSAGE_LANGUAGES[language].name}
    </ChoiceSetting>
  )
}
