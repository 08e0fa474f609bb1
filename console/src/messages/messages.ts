import { i18n } from '@lingui/core'
import type account from './account.en.json'
import type attendance from './attendance.en.json'
import type attendees from './attendees.en.json'
import type calendar from './calendar.en.json'
import { asWordLanguage, chooseLanguage, type WordLanguage } from './choose-language.ts'
import type classes from './classes.en.json'
import type media from './media.en.json'
import type preaching from './preaching.en.json'
import type shell from './shell.en.json'
import type signIn from './sign-in.en.json'
import type staff from './staff.en.json'
import type ui from './ui.en.json'

/** The name of a text, such as `preaching.list.title`. */
export type MessageKey =
  | keyof typeof account
  | keyof typeof attendance
  | keyof typeof attendees
  | keyof typeof calendar
  | keyof typeof classes
  | keyof typeof media
  | keyof typeof preaching
  | keyof typeof shell
  | keyof typeof signIn
  | keyof typeof staff
  | keyof typeof ui

const CATALOGUES = {
  en: {
    start: () => import('virtual:messages/en'),
    account: () => import('virtual:messages/en/account'),
    signIn: () => import('virtual:messages/en/sign-in'),
    sundaySchool: () => import('virtual:messages/en/sunday-school'),
    staff: () => import('virtual:messages/en/staff'),
  },
  es: {
    start: () => import('virtual:messages/es'),
    account: () => import('virtual:messages/es/account'),
    signIn: () => import('virtual:messages/es/sign-in'),
    sundaySchool: () => import('virtual:messages/es/sunday-school'),
    staff: () => import('virtual:messages/es/staff'),
  },
} as const
type Part = keyof (typeof CATALOGUES)['en']

/** The parts whose texts were asked for so far, and the language that was asked for last. */
const parts = new Set<Part>(['start'])
let wanted: WordLanguage = 'en'
const STORED_AS = 'vestry.language'

/** The text named `key` in the language of the moment; `values` fill its placeholders. */
export function t(key: MessageKey, values?: Record<string, string | number>): string {
  return i18n._(key, values)
}

export function currentLanguage(): WordLanguage {
  return asWordLanguage(i18n.locale) ?? 'en'
}

/** Tells when the language has changed; answers how to stop listening. */
export function onLanguageChange(listener: () => void): () => void {
  return i18n.on('change', listener)
}

/** Loads the texts of the language chosen before, else of the first one of the browser's that we speak. */
export async function startWords(): Promise<void> {
  await activate(chooseLanguage(localStorage.getItem(STORED_AS), navigator.languages))
}

/** Changes the language, and keeps the choice for the next time. */
export async function setLanguage(language: WordLanguage): Promise<void> {
  await activate(language)
  localStorage.setItem(STORED_AS, language)
}

/** Has the texts of a part that its pages need; they are there once it settles. */
export async function loadMessages(part: Part): Promise<void> {
  parts.add(part)
  await load(wanted, part)
}

async function activate(language: WordLanguage): Promise<void> {
  wanted = language
  await Promise.all([...parts].map((part) => load(language, part)))
  i18n.activate(language)
  document.documentElement.lang = language
}

async function load(language: WordLanguage, part: Part): Promise<void> {
  const { default: messages } = await CATALOGUES[language][part]()
  i18n.load(language, messages)
}
