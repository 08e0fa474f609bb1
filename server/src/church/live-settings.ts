import type { ChurchSettings as Settings } from '@vestry/contract/church-setting-rules.ts'
import { AS_IT_COMES, BROWSER_LANGUAGE } from '@vestry/contract/church-setting-rules.ts'
import { ChurchSettings } from '@vestry/contract/church-settings.ts'
import { DEFAULT_LANGUAGE } from '@vestry/contract/messages/message-languages.ts'
import { GROUP_RIGHTS, type GroupRight, type GroupRights } from '@vestry/contract/rights.ts'
import type { SignInRules } from '@vestry/contract/runtime-config.ts'
import type { Kysely } from 'kysely'
import type { Config } from '../config.ts'
import type { Database } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'

/** The name of a row that says what a group may do begins so, and ends with the group's. */
const RIGHTS_OF = 'rights of '

type SettingName = Tables['church_setting']['name']

/** What is set for the whole church, as it is now in this process. */
export type LiveSettings = {
  readonly current: Settings
  /** The language of emails to those who have not chosen one. */
  locale(): string
  /** Reads what another process may have changed. */
  refresh(): Promise<void>
  /** Keeps some of them in one transaction, with whatever else `also` writes. */
  change(some: Partial<Settings>, also: (transaction: Kysely<Tables>) => Promise<void>): Promise<void>
  /** The same for what one group may do. */
  changeRights(
    group: string,
    rights: readonly GroupRight[],
    also: (transaction: Kysely<Tables>) => Promise<void>,
  ): Promise<void>
}

/** The rules of signing in: two steps are asked of everybody from the moment on in which that is set. */
export function signInRules({ signIn }: Config, settings: LiveSettings): SignInRules {
  const usual = signIn.mfa === 'required' ? 'optional' : signIn.mfa
  return {
    ...signIn,
    get mfa() {
      return settings.current.twoSteps ? 'required' : usual
    },
  }
}

/** What an administrator can't change, since it is decided where the server is set up. */
export function fixedSettings({ cognito, signIn }: Config): (keyof Settings)[] {
  return cognito !== undefined || signIn.mfa === 'required' ? ['twoSteps'] : []
}

/** Reads what is set in the database; where nothing is, the server's own settings count. */
export async function openChurchSettings({ sql }: Database, config: Config): Promise<LiveSettings> {
  const usual: Settings = {
    ...AS_IT_COMES,
    name: config.churchName ?? '',
    timeZone: config.timeZone,
    twoSteps: config.signIn.mfa === 'required',
  }
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
      const rows = await sql.selectFrom('church_setting').selectAll().execute()
      // Of two that overlap, the one that began later has seen more.
      if (turn > done) {
        done = turn
        current = { ...usual, ...readSettings(rows) }
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
    async changeRights(group, rights, also) {
      await keep([{ name: `${RIGHTS_OF}${group}`, value: JSON.stringify(rights) }], also)
    },
  }

  async function keep(
    rows: Tables['church_setting'][],
    also: (transaction: Kysely<Tables>) => Promise<void>,
  ) {
    await sql.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('church_setting')
        .values(rows)
        .onConflict((known) =>
          known.column('name').doUpdateSet(({ ref }) => ({ value: ref('excluded.value') })),
        )
        .execute()
      await also(transaction)
    })
    await live.refresh()
  }

  await live.refresh()
  return live
}

/** What the rows say; a value that can no longer be read counts as not set. */
function readSettings(rows: readonly Tables['church_setting'][]): Partial<Settings> {
  const read: Record<string, unknown> = {}
  const rights: GroupRights = {}
  for (const { name, value } of rows) {
    const held: unknown = JSON.parse(value)
    if (name.startsWith(RIGHTS_OF)) {
      rights[name.slice(RIGHTS_OF.length)] = GROUP_RIGHTS.filter((right) =>
        (held as string[]).includes(right),
      )
    } else {
      const { success, data } =
        ChurchSettings.shape[name as keyof typeof ChurchSettings.shape].safeParse(held)
      Object.assign(read, success && { [name]: data })
    }
  }
  return { ...read, rights }
}
