import { z } from 'zod'
import { LANGUAGE_TAGS } from '../messages/message-languages.ts'
import {
  ACCENTS,
  BROWSER_LANGUAGE,
  HOURS,
  isServerAddress,
  isWebsite,
  MAX_CHURCH_NAME,
  MAX_LOGO,
  MAX_WEBSITE,
  PARTS,
  WEEK_STARTS,
} from '../rules/church-setting-rules.ts'
import { ADMINS } from '../rules/roles.ts'
import { line, oneOf, text } from './fields.ts'
import { GroupRightList } from './group-right-list.ts'
import { route } from './route.ts'

const PICTURE =
  /^data:image\/(png|webp);base64,(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

const ServerAddress = text(MAX_WEBSITE)
  .transform((address) => address.trim().replace(/\/$/, ''))
  .pipe(z.string().refine(isServerAddress))
  .meta({
    type: 'string',
    description: 'the address of a server such as https://sermons.example.org, without a path, or nothing',
  })

const flag = z.boolean().meta({ description: 'true or false' })

export const ChurchSettings = z.strictObject({
  name: text(MAX_CHURCH_NAME)
    .transform((name) => name.replace(/\s+/g, ' ').trim())
    .meta({ type: 'string', description: `a text of at most ${MAX_CHURCH_NAME} characters` }),
  logo: z
    .string()
    .max(MAX_LOGO)
    .refine((logo) => logo === '' || PICTURE.test(logo))
    .meta({
      description: `a PNG or WebP picture as a data URL of at most ${MAX_LOGO} characters, or nothing`,
    }),
  accent: oneOf(ACCENTS),
  timeZone: z.string().refine(isTimeZone).meta({ description: 'a time zone such as Europe/Madrid' }),
  weekStart: oneOf(WEEK_STARTS),
  hours: oneOf(HOURS),
  language: oneOf([BROWSER_LANGUAGE, ...LANGUAGE_TAGS] as const),
  parts: z
    .array(oneOf(PARTS))
    .transform((parts) => PARTS.filter((part) => parts.includes(part)))
    .pipe(z.array(oneOf(PARTS)).min(1))
    .meta({ description: `a list of one or more of ${PARTS.join(', ')}` }),
  twoSteps: flag,
  weeklyEmail: flag,
  rollReminder: flag,
  families: flag,
  rooms: flag,
  door: flag,
  allergyLabels: flag,
  publicPages: flag,
  startsOnToday: flag,
  gettingStarted: flag,
  website: text(MAX_WEBSITE)
    .transform((address) => address.trim())
    .pipe(z.string().refine(isWebsite))
    .meta({
      type: 'string',
      description: `an address that begins with https:// or http://, of at most ${MAX_WEBSITE} characters, or nothing`,
    }),
  listenersUrl: ServerAddress,
  mediaUrl: ServerAddress,
})

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

export const churchSettingRoutes = {
  find: route('GET', '/settings', {
    summary: 'What is set for the whole church',
    who: 'administer',
    answer: ChurchSettings.extend({
      /** What is decided elsewhere, and can't be changed here. */
      fixed: z.array(z.string()),
      /** What groups hold, where it differs from the default. */
      rights: z.record(z.string(), GroupRightList),
    }),
  }),
  change: route('PUT', '/settings', {
    summary: 'Change some of what is set for the whole church; what is left out stays',
    who: 'administer',
    body: ChurchSettings.partial(),
    answer: z.object({ message: z.string() }),
  }),
  changeRights: route('PUT', '/settings/rights', {
    summary: 'Say what a group may do; administrators may do everything',
    who: 'administer',
    body: z.strictObject({
      group: line(128)
        // No browser keeps what stands under the second name.
        .refine((group) => group !== ADMINS && group !== '__proto__')
        .meta({ description: `the name of a group other than ${ADMINS} and __proto__` }),
      rights: GroupRightList,
      /** What the group held when the change was begun; if it holds something else by now, nothing is changed. */
      seen: GroupRightList.optional(),
    }),
    answer: z.object({ message: z.string() }),
    errors: ['changed_meanwhile', 'unknown_group'],
  }),
}
