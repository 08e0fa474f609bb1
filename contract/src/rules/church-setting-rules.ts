import type { MessageLanguage } from '../messages/message-languages.ts'
import type { GroupRights } from './rights.ts'

// What an administrator sets for the whole church. No schema is here, so that the browser may load it.

/** The colour, by its name, of what one can press; each keeps the contrast of the first. */
export const ACCENTS = ['teal', 'blue', 'indigo', 'purple', 'plum'] as const
export type Accent = (typeof ACCENTS)[number]

/** The day on which a calendar's week begins; `language`: as usual where the browser's language is spoken. */
export const WEEK_STARTS = ['language', 'monday', 'sunday', 'saturday'] as const
export type WeekStart = (typeof WEEK_STARTS)[number]

export const HOURS = ['24', '12'] as const
export type Hours = (typeof HOURS)[number]

/** The language for those who have chosen none; `browser`: the one that the browser asks for. */
export const BROWSER_LANGUAGE = 'browser'

/** The parts that a church may leave out; they are then shown nowhere. */
export const PARTS = ['preaching', 'sundaySchool'] as const
export type Part = (typeof PARTS)[number]

export const MAX_CHURCH_NAME = 80
/** The most characters that a logo may have as a data URL. */
export const MAX_LOGO = 64_000
export const MAX_WEBSITE = 300

/** Whether this is empty or the address of a website. */
export function isWebsite(address: string): boolean {
  return address === '' || (/^https?:\/\//i.test(address) && URL.canParse(address))
}

/** Whether this is empty or the address of a server: a scheme, a host and perhaps a port. */
export function isServerAddress(address: string): boolean {
  return address === '' || (isWebsite(address) && new URL(address).origin === address)
}

export type ChurchSettings = {
  /** Empty when nobody has given one. */
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
  /** Whether everybody is told by email once a week what waits for them in the Sunday school. */
  weeklyEmail: boolean
  /** Whether teachers are told by email the day after that a roll was not taken. */
  rollReminder: boolean
  /** Whether families are kept: their adults, who collects a child, and who must not. */
  families: boolean
  /** Whether the rooms that classes meet in are kept, and the adults in them counted. */
  rooms: boolean
  /** Whether children arrive at a door: with codes, and given back to those alone who may collect them. */
  door: boolean
  /** Whether allergies are on the labels that children wear. */
  allergyLabels: boolean
  /** Whether published sermons are on public pages, for everybody. */
  publicPages: boolean
  /** Whether everybody who has chosen no page of their own starts on Today, and not on the sermons. */
  startsOnToday: boolean
  /** Whether administrators see on Today what is left to set up, until all of it is done. */
  gettingStarted: boolean
  /** The address of the church's own website; empty where there is none. */
  website: string
  /** The server of the public pages, such as `https://sermons.example.org`; empty where it is the console's. */
  listenersUrl: string
  /** The server that passes the files on to listeners; empty when it is the one that serves the pages. */
  mediaUrl: string
  /** What groups hold, where it differs from the default. */
  rights: GroupRights
}

/** The settings of every screen until an administrator changes them. */
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
  families: false,
  rooms: false,
  door: false,
  allergyLabels: false,
  publicPages: false,
  startsOnToday: false,
  gettingStarted: true,
  website: '',
  listenersUrl: '',
  mediaUrl: '',
  rights: {},
} satisfies Partial<ChurchSettings>
