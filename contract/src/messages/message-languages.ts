/** The languages of screens, emails and text messages. The folder of a language beside this file holds its texts. */
export const MESSAGE_LANGUAGES = {
  en: { name: 'English', direction: 'ltr', dateLocale: 'en-GB' },
  es: { name: 'Español', direction: 'ltr', dateLocale: 'es' },
} as const satisfies Record<string, { name: string; direction: 'ltr' | 'rtl'; dateLocale: string }>

export type MessageLanguage = keyof typeof MESSAGE_LANGUAGES

export const LANGUAGE_TAGS = Object.keys(MESSAGE_LANGUAGES) as [MessageLanguage, ...MessageLanguage[]]

/** The language for people who ask for none of ours. */
export const DEFAULT_LANGUAGE: MessageLanguage = 'en'

/** The language that a tag such as `es-MX` means. */
export function asMessageLanguage(tag: string): MessageLanguage | undefined {
  const [language = ''] = tag.toLowerCase().split(/[-_]/)
  return Object.hasOwn(MESSAGE_LANGUAGES, language) ? (language as MessageLanguage) : undefined
}
