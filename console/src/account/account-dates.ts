import type { WordLanguage } from '../messages/choose-language.ts'

/** A moment as it is read where the person is. */
export function formatMoment(moment: Date, language: WordLanguage): string {
  const locale = language === 'en' ? 'en-GB' : language
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(moment)
}
