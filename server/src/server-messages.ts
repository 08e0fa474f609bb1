import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type I18n, setupI18n } from '@lingui/core'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type bibleBooks from '@vestry/contract/messages/en/bible-books.json'
import type emails from '@vestry/contract/messages/en/emails.json'
import type family from '@vestry/contract/messages/en/family.json'
import type listeners from '@vestry/contract/messages/en/listeners.json'
import type lists from '@vestry/contract/messages/en/lists.json'
import type reports from '@vestry/contract/messages/en/reports.json'
import type textMessages from '@vestry/contract/messages/en/text-messages.json'
import type transcripts from '@vestry/contract/messages/en/transcripts.json'
import type trust from '@vestry/contract/messages/en/trust.json'
import {
  asMessageLanguage,
  DEFAULT_LANGUAGE,
  MESSAGE_LANGUAGES,
  type MessageLanguage,
} from '@vestry/contract/messages/message-languages.ts'

/** The areas of the catalogue whose texts the server itself writes. */
const AREAS = [
  'bible-books',
  'emails',
  'family',
  'listeners',
  'lists',
  'reports',
  'text-messages',
  'transcripts',
  'trust',
]
export type ServerMessageKey =
  | keyof typeof bibleBooks
  | keyof typeof emails
  | keyof typeof family
  | keyof typeof listeners
  | keyof typeof lists
  | keyof typeof reports
  | keyof typeof textMessages
  | keyof typeof transcripts
  | keyof typeof trust

const catalogues = new Map<MessageLanguage, I18n>()

/** Kept, since making one takes longer than the rest of a card on the public pages. */
const DAYS = Object.fromEntries(
  Object.entries(MESSAGE_LANGUAGES).map(([language, { dateLocale }]) => [
    language,
    new Intl.DateTimeFormat(dateLocale, { timeZone: 'UTC', dateStyle: 'long' }),
  ]),
) as Record<MessageLanguage, Intl.DateTimeFormat>

/** A day, or the day of a wall clock's time, such as `3 May 2026`. */
export function formatDay(language: MessageLanguage, wallClock: string): string {
  return DAYS[language].format(new Date(`${wallClock.slice(0, 10)}T00:00:00Z`))
}

/** Kept for the same reason. */
const LANGUAGE_NAMES = Object.fromEntries(
  Object.keys(MESSAGE_LANGUAGES).map((language) => [
    language,
    new Intl.DisplayNames(language, { type: 'language' }),
  ]),
) as Record<MessageLanguage, Intl.DisplayNames>

/** What a language is called in that of a reader, such as `Spanish` or `inglés`. */
export function nameOfLanguage(reader: MessageLanguage, language: MessageLanguage): string {
  return LANGUAGE_NAMES[reader].of(language) ?? language
}

/** The text named `key` in the language of a locale such as `es-MX`, else in English. */
export function formatMessage(
  locale: string,
  key: ServerMessageKey,
  values: Record<string, string | number> = {},
): string {
  return catalogueOf(asMessageLanguage(locale) ?? DEFAULT_LANGUAGE)._(key, values)
}

function catalogueOf(language: MessageLanguage): I18n {
  const known = catalogues.get(language)
  if (known !== undefined) {
    return known
  }
  const texts = AREAS.flatMap((area) => {
    const file = import.meta.resolve(`@vestry/contract/messages/${language}/${area}.json`)
    return Object.entries(JSON.parse(readFileSync(fileURLToPath(file), 'utf8')) as Record<string, string>)
  })
  const messages = Object.fromEntries(texts.map(([key, text]) => [key, compileMessageOrThrow(text)]))
  const catalogue = setupI18n({ locale: language, messages: { [language]: messages } })
  catalogues.set(language, catalogue)
  return catalogue
}
