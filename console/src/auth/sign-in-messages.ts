import { translations } from '@aws-amplify/ui-react'
import type { MessageLanguage } from '@vestry/contract/messages/message-languages.ts'
import { I18n } from 'aws-amplify/utils'
import { OUR_ENGLISH } from './sign-in-english.ts'
import { OUR_SPANISH } from './sign-in-spanish.ts'

I18n.putVocabularies(translations)
I18n.putVocabulariesForLanguage('en', OUR_ENGLISH)
I18n.putVocabulariesForLanguage('es', OUR_SPANISH)

/** Has the sign-in screens speak `language`, the rule for the shortest password included. */
export function setSignInLanguage(language: MessageLanguage, shortestPassword: number): void {
  I18n.putVocabulariesForLanguage('es', {
    [`Password must have at least ${shortestPassword} characters`]: `La contraseña debe tener al menos ${shortestPassword} caracteres`,
  })
  I18n.setLanguage(language)
}
