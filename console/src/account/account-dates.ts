import { MESSAGE_LANGUAGES, type MessageLanguage } from '@vestry/contract/messages/message-languages.ts'
import { dateFormat } from '../ui/intl-formats.ts'

/** A moment as people write it where the person is. */
export function formatMoment(moment: Date, language: MessageLanguage): string {
  return dateFormat(MESSAGE_LANGUAGES[language].dateLocale, {
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(moment)
}
