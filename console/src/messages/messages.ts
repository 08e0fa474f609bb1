import { catalogues } from 'virtual:messages'
import { i18n } from '@lingui/core'
import type account from '@vestry/contract/messages/en/account.json'
import type attendance from '@vestry/contract/messages/en/attendance.json'
import type attendees from '@vestry/contract/messages/en/attendees.json'
import type audit from '@vestry/contract/messages/en/audit.json'
import type authenticator from '@vestry/contract/messages/en/authenticator.json'
import type calendar from '@vestry/contract/messages/en/calendar.json'
import type childFamilies from '@vestry/contract/messages/en/child-families.json'
import type childrenSeveral from '@vestry/contract/messages/en/children-several.json'
import type claims from '@vestry/contract/messages/en/claims.json'
import type classes from '@vestry/contract/messages/en/classes.json'
import type door from '@vestry/contract/messages/en/door.json'
import type doorLabels from '@vestry/contract/messages/en/door-labels.json'
import type doorStations from '@vestry/contract/messages/en/door-stations.json'
import type downloads from '@vestry/contract/messages/en/downloads.json'
import type erase from '@vestry/contract/messages/en/erase.json'
import type exports from '@vestry/contract/messages/en/export.json'
import type families from '@vestry/contract/messages/en/families.json'
import type find from '@vestry/contract/messages/en/find.json'
import type forms from '@vestry/contract/messages/en/forms.json'
import type imports from '@vestry/contract/messages/en/import.json'
import type library from '@vestry/contract/messages/en/library.json'
import type names from '@vestry/contract/messages/en/names.json'
import type numbers from '@vestry/contract/messages/en/numbers.json'
import type player from '@vestry/contract/messages/en/player.json'
import type podcasts from '@vestry/contract/messages/en/podcasts.json'
import type preaching from '@vestry/contract/messages/en/preaching.json'
import type preachingFilter from '@vestry/contract/messages/en/preaching-filter.json'
import type preachingForm from '@vestry/contract/messages/en/preaching-form.json'
import type refused from '@vestry/contract/messages/en/refused.json'
import type reports from '@vestry/contract/messages/en/reports.json'
import type rooms from '@vestry/contract/messages/en/rooms.json'
import type series from '@vestry/contract/messages/en/series.json'
import type sermon from '@vestry/contract/messages/en/sermon.json'
import type sermonImport from '@vestry/contract/messages/en/sermon-import.json'
import type sermonsSeveral from '@vestry/contract/messages/en/sermons-several.json'
import type settings from '@vestry/contract/messages/en/settings.json'
import type several from '@vestry/contract/messages/en/several.json'
import type shell from '@vestry/contract/messages/en/shell.json'
import type signIn from '@vestry/contract/messages/en/sign-in.json'
import type sort from '@vestry/contract/messages/en/sort.json'
import type sound from '@vestry/contract/messages/en/sound.json'
import type staff from '@vestry/contract/messages/en/staff.json'
import type station from '@vestry/contract/messages/en/station.json'
import type today from '@vestry/contract/messages/en/today.json'
import type trash from '@vestry/contract/messages/en/trash.json'
import type ui from '@vestry/contract/messages/en/ui.json'
import {
  asMessageLanguage,
  DEFAULT_LANGUAGE,
  MESSAGE_LANGUAGES,
  type MessageLanguage,
} from '@vestry/contract/messages/message-languages.ts'
import { chooseLanguage } from './choose-language.ts'
import type { MessagePart } from './message-parts.ts'

/** The name of a text, such as `preaching.list.title`. */
export type MessageKey =
  | keyof typeof account
  | keyof typeof attendance
  | keyof typeof attendees
  | keyof typeof audit
  | keyof typeof authenticator
  | keyof typeof calendar
  | keyof typeof childFamilies
  | keyof typeof childrenSeveral
  | keyof typeof claims
  | keyof typeof classes
  | keyof typeof doorLabels
  | keyof typeof doorStations
  | keyof typeof downloads
  | keyof typeof erase
  | keyof typeof exports
  | keyof typeof families
  | keyof typeof find
  | keyof typeof forms
  | keyof typeof imports
  | keyof typeof names
  | keyof typeof numbers
  | keyof typeof player
  | keyof typeof refused
  | keyof typeof podcasts
  | keyof typeof preaching
  | keyof typeof library
  | keyof typeof preachingFilter
  | keyof typeof preachingForm
  | keyof typeof rooms
  | keyof typeof door
  | keyof typeof series
  | keyof typeof sermon
  | keyof typeof sermonImport
  | keyof typeof sermonsSeveral
  | keyof typeof settings
  | keyof typeof several
  | keyof typeof shell
  | keyof typeof signIn
  | keyof typeof sort
  | keyof typeof sound
  | keyof typeof staff
  | keyof typeof station
  | keyof typeof today
  | keyof typeof trash
  | keyof typeof reports
  | keyof typeof ui

/** The parts that were loaded so far, and the language that was asked for last. */
const parts = new Set<MessagePart>(['start'])
let wanted: MessageLanguage = DEFAULT_LANGUAGE
const STORED_AS = 'vestry.language'

/** The text named `key` in the present language; `values` fill its placeholders. */
export function t(key: MessageKey, values?: Record<string, string | number>): string {
  return i18n._(key, values)
}

/** The text of this name, if there is one; for names that are put together. */
export function findText(name: string): string | undefined {
  return name in i18n.messages ? i18n._(name) : undefined
}

/** The texts of the present language whose names begin with `prefix`, by the rest of their names. */
export function textsNamed(prefix: string): Record<string, string> {
  const keys = Object.keys(i18n.messages).filter((key) => key.startsWith(prefix))
  return Object.fromEntries(keys.map((key) => [key.slice(prefix.length), i18n._(key)]))
}

export function currentLanguage(): MessageLanguage {
  return asMessageLanguage(i18n.locale) ?? DEFAULT_LANGUAGE
}

/** Calls back when the language has changed; returns a function that stops that. */
export function onLanguageChange(listener: () => void): () => void {
  return i18n.on('change', listener)
}

/**
 * Loads the texts of the language chosen before, or else of the first preferred one that the console has. `isKept`:
 * whether this browser keeps what was chosen.
 */
export async function startMessages(
  findPreferred: () => Promise<readonly string[]>,
  isKept = true,
): Promise<void> {
  const chosen = isKept ? localStorage.getItem(STORED_AS) : null
  await activate(chooseLanguage(chosen, chosen === null ? await findPreferred() : []))
}

/** Changes the language, and stores the choice for the next visit. */
export async function setLanguage(language: MessageLanguage): Promise<void> {
  await activate(language)
  localStorage.setItem(STORED_AS, currentLanguage())
}

/** Loads the texts of the parts that a page needs. */
export async function loadMessages(...needed: MessagePart[]): Promise<void> {
  for (const part of needed) {
    parts.add(part)
  }
  await Promise.all(needed.map((part) => load(wanted, part)))
}

async function activate(language: MessageLanguage): Promise<void> {
  wanted = language
  try {
    await Promise.all([...parts].map((part) => load(language, part)))
  } catch (error) {
    if (wanted === language) {
      wanted = currentLanguage()
    }
    throw error
  }
  // Another language may have been chosen meanwhile.
  if (wanted === language) {
    i18n.activate(language)
    document.documentElement.lang = language
    document.documentElement.dir = MESSAGE_LANGUAGES[language].direction
  }
}

async function load(language: MessageLanguage, part: MessagePart): Promise<void> {
  const { default: messages } = await catalogues[language][part]()
  i18n.load(language, messages)
}
