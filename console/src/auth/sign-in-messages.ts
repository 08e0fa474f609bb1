import { I18n } from 'aws-amplify/utils'
import { currentLanguage, t, textsNamed } from '../messages/messages.ts'
import { SIGN_IN_ERRORS } from './sign-in-errors.ts'

/** Gives the sign-in screens our texts in the present language; their own English texts are the keys. */
export function translateSignIn(minLength: number): void {
  const errors = Object.entries(SIGN_IN_ERRORS).map(([message, key]) => [message, t(key)])
  const language = currentLanguage()
  I18n.putVocabulariesForLanguage(language, {
    ...textsNamed('authenticator.'),
    ...Object.fromEntries(errors),
    [`Password must have at least ${minLength} characters`]: t('signIn.shortestPassword', {
      count: minLength,
    }),
  })
  I18n.setLanguage(language)
}
