import { ChurchSettings } from '@vestry/contract/calls/church-settings.ts'
import { DEFAULT_LANGUAGE } from '@vestry/contract/messages/message-languages.ts'
import type { ChurchSettings as Settings } from '@vestry/contract/rules/church-setting-rules.ts'
import { AS_IT_COMES, BROWSER_LANGUAGE } from '@vestry/contract/rules/church-setting-rules.ts'
import { GROUP_RIGHTS, type GroupRight, sameRights, usualRights } from '@vestry/contract/rules/rights.ts'
import type { SignInRules } from '@vestry/contract/rules/runtime-config.ts'
import type { Kysely } from 'kysely'
import { type Config, isByTextAlone } from '../config.ts'
import type { Database } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'
import { withWriteLock } from '../database/with-write-lock.ts'
import { ApiError } from '../http/api-errors.ts'

/** A row that says what a group may do has a name that begins with this and ends with the group's name. */
const RIGHTS_OF = 'rights of '

type SettingName = Tables['church_setting']['name']

/** What is set for the whole church, as it is now in this process. */
export type LiveSettings = {
  readonly current: Settings
  /** The language of emails to people who have not chosen one. */
  locale(): string
  /** Reads again what another process may have changed. */
  refresh(): Promise<void>
  /** Saves some settings in one transaction, with whatever else `also` writes. */
  change(some: Partial<Settings>, also: (transaction: Kysely<Tables>) => Promise<void>): Promise<void>
  /** The same for the rights of one group, unless they have changed since somebody had `seen` them. */
  changeRights(
    group: string,
    change: { rights: readonly GroupRight[]; seen?: readonly GroupRight[] | undefined },
    also: (transaction: Kysely<Tables>) => Promise<void>,
  ): Promise<void>
}

/** The rules of signing in: two steps are required of everybody from the moment they are set. */
export function signInRules({ signIn }: Config, settings: LiveSettings): SignInRules {
  const usual = signIn.mfa === 'required' ? 'optional' : signIn.mfa
  return {
    ...signIn,
    get mfa() {
      return settings.current.twoSteps ? 'required' : usual
    },
  }
}

/** What an administrator can't change, because it is decided where the server is set up. */
export function fixedSettings({ cognito, signIn }: Config): (keyof Settings)[] {
  return cognito !== undefined || signIn.mfa === 'required' || isByTextAlone(signIn.secondFactors)
    ? ['twoSteps']
    : []
}

/**
 * Reads the settings in the database; where there is none, and for those that are fixed, the server's own settings
 * count.
 */
export async function openChurchSettings(database: Database, config: Config): Promise<LiveSettings> {
  const usual: Settings = {
    ...AS_IT_COMES,
    name: config.churchName ?? '',
    timeZone: config.timeZone,
    twoSteps: config.signIn.mfa === 'required',
  }
  const fixed = Object.fromEntries(fixedSettings(config).map((name) => [name, usual[name]]))
  let current = usual
  let begun = 0
  let done = 0
  const live: LiveSettings = {
    get current() {
      return current
    },
    locale() {
      return current.language === BROWSER_LANGUAGE ? DEFAULT_LANGUAGE : current.language
    },
    async refresh() {
      const turn = ++begun
      const rows = await database.sql.selectFrom('church_setting').selectAll().execute()
      // Of two refreshes that overlap, the one that began later has seen more.
      if (turn > done) {
        done = turn
        current = { ...usual, ...readSettings(rows), ...fixed }
      }
    },
    async change(some, also) {
      await keep(
        Object.entries(some)
          .sort()
          .map(([name, value]) => ({ name: name as SettingName, value: JSON.stringify(value) })),
        also,
      )
    },
    async changeRights(group, { rights, seen }, also) {
      const name: SettingName = `${RIGHTS_OF}${group}`
      await keep([{ name, value: JSON.stringify(rights) }], async (transaction) => {
        if (seen !== undefined) {
          const held = (await readRights(transaction, name)) ?? usualRights(group)
          if (!sameRights(held, seen) && !sameRights(held, rights)) {
            throw new ApiError(
              'changed_meanwhile',
              `Someone else has changed what ${group} may do meanwhile. Look at it again first.`,
            )
          }
        }
        await also(transaction)
      })
    },
  }

  async function keep(
    rows: Tables['church_setting'][],
    before: (transaction: Kysely<Tables>) => Promise<void>,
  ) {
    await withWriteLock(database, 'settings', async (transaction) => {
      await before(transaction)
      await transaction
        .insertInto('church_setting')
        .values(rows)
        .onConflict((known) =>
          known.column('name').doUpdateSet(({ ref }) => ({ value: ref('excluded.value') })),
        )
        .execute()
    })
    await live.refresh()
  }

  await live.refresh()
  return live
}

/** What the rows say; a value that can no longer be read counts as not set. */
function readSettings(rows: readonly Tables['church_setting'][]): Partial<Settings> {
  const read: Record<string, unknown> = {}
  const rights: [group: string, GroupRight[]][] = []
  for (const { name, value } of rows) {
    const held: unknown = JSON.parse(value)
    if (name.startsWith(RIGHTS_OF)) {
      rights.push([name.slice(RIGHTS_OF.length), knownRights(held)])
    } else {
      const { success, data } =
        ChurchSettings.shape[name as keyof typeof ChurchSettings.shape].safeParse(held)
      Object.assign(read, success && { [name]: data })
    }
  }
  return { ...read, rights: Object.fromEntries(rights) }
}

async function readRights(transaction: Kysely<Tables>, name: SettingName): Promise<GroupRight[] | undefined> {
  const row = await transaction
    .selectFrom('church_setting')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return row && knownRights(JSON.parse(row.value))
}

function knownRights(held: unknown): GroupRight[] {
  return GROUP_RIGHTS.filter((right) => (held as string[]).includes(right))
}
