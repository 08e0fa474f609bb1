import type { MessageLanguage } from '../messages/message-languages.ts'
import type { GroupRights } from './rights.ts'

// What an administrator sets for the whole church. No schema is here, so that the browser may load it.

/** The colour of what one can press, by its name; every one keeps the contrast of the first. */
export const ACCENTS = ['teal', 'blue', 'indigo', 'purple', 'plum'] as const
export type Accent = (typeof ACCENTS)[number]

/** What a calendar's week begins with; `language`: as it does where the browser's language is spoken. */
export const WEEK_STARTS = ['language', 'monday', 'sunday', 'saturday'] as const
export type WeekStart = (typeof WEEK_STARTS)[number]

export const HOURS = ['24', '12'] as const
export type Hours = (typeof HOURS)[number]

/** The language of who has chosen none; `browser`: the one that the browser asks for. */
export const BROWSER_LANGUAGE = 'browser'

/** What a church may leave out: it is then shown nowhere. */
export const PARTS = ['preaching', 'sundaySchool'] as const
export type Part = (typeof PARTS)[number]

export const MAX_CHURCH_NAME = 80
/** The most characters that a logo has as a data URL. */
export const MAX_LOGO = 64_000
export const MAX_WEBSITE = 300

/** Whether this is nothing, or the address of a website. */
export function isWebsite(address: string): boolean {
  return address === '' || (/^https?:\/\//i.test(address) && URL.canParse(address))
}

/** Whether this is nothing, or the address of a server: a scheme, a host and perhaps a port. */
export function isServerAddress(address: string): boolean {
  return address === '' || (isWebsite(address) && new URL(address).origin === address)
}

export type ChurchSettings = {
  /** Empty where nobody has given one. */
  name: string
  /** A data URL of a PNG or WebP picture; empty where there is none. */
  logo: string
  accent: Accent
  /** An IANA name, such as `Europe/Madrid`. */
  timeZone: string
  weekStart: WeekStart
  hours: Hours
  language: typeof BROWSER_LANGUAGE | MessageLanguage
  /** The parts that are on, at least one. */
  parts: Part[]
  /** Whether everybody signs in in two steps. */
  twoSteps: boolean
  /** Whether everybody hears once a week, by email, what waits for them in the Sunday school. */
  weeklyEmail: boolean
  /** Whether teachers hear the day after, by email, that a roll was not taken. */
  rollReminder: boolean
  /** Whether what is published is on public pages, for everybody. */
  publicPages: boolean
  /** The address of the church's own website; empty where there is none. */
  website: string
  /** The server of the public pages, such as `https://sermons.example.org`; empty where it is the console's. */
  listenersUrl: string
  /** The server from which listeners have the files, which passes them on; empty where it is that of the pages. */
  mediaUrl: string
  /** What groups hold, where it is not what they hold as it comes. */
  rights: GroupRights
}

/** What every screen goes by until an administrator sets it. */
export const AS_IT_COMES = {
  name: '',
  logo: '',
  accent: 'teal',
  weekStart: 'language',
  hours: '24',
  language: BROWSER_LANGUAGE,
  parts: [...PARTS],
  weeklyEmail: false,
  rollReminder: false,
  publicPages: false,
  website: '',
  listenersUrl: '',
  mediaUrl: '',
  rights: {},
} satisfies Partial<ChurchSettings>
