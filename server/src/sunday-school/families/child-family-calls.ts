import type { familyRoutes } from '@vestry/contract/calls/families.ts'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { AuditLog } from '../../audit/audit-log.ts'
import { churchDay } from '../../church-time.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/open-database.ts'
import type { Tables } from '../../database/tables.ts'
import { withWriteLock } from '../../database/with-write-lock.ts'
import { ApiError } from '../../http/api-errors.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount-routes.ts'
import { countUpFamilies } from '../../trash/families-of-children.ts'
import { findAttendee } from '../attendees/attendees-sql.ts'
import { requireDetails } from '../attendees/names-only.ts'
import { type Care, describeFamilies, findCare, readSafeguarding } from './child-families-sql.ts'
import { type CollectorRow, findCollectors } from './collectors-sql.ts'

export type FamilyParts = {
  database: Database
  auditLog: AuditLog
  clock: Clock
  /** The church's time zone. */
  timeZone: () => string
}

type ChildCalls = 'findOfChild' | 'changeOfChild' | 'findSafeguarding' | 'changeSafeguarding'

/** The calls about who collects one child, and about what few may read of it. */
export function childFamilyCalls({
  database,
  auditLog,
  clock,
  timeZone,
}: FamilyParts): Pick<Handlers<typeof familyRoutes>, ChildCalls> {
  const today = () => churchDay(clock, timeZone())
  const write = <Result>(work: (db: Transaction<Tables>) => Promise<Result>) =>
    withWriteLock(database, 'sunday_school', work)

  return {
    findOfChild: async ({ query: { attendee_id }, caller }) => {
      await requireChild(database.sql, caller, attendee_id)
      return await describeFamilies(database.sql, attendee_id, today())
    },

    changeOfChild: async ({ body: { attendee_id, version, rules, ...said }, ...actor }) =>
      write(async (db) => {
        await requireChild(db, actor.caller, attendee_id)
        const care = await findCare(db, attendee_id)
        const collectors = await findCollectors(db, [attendee_id], today())
        const changed = changedRules(rules, collectors)
        const needs_reviewed = said.needs_reviewed ?? ''
        const same =
          changed.length === 0 &&
          care.photo_consent === said.photo_consent &&
          care.needs_reviewed === needs_reviewed
        const message = 'Saved'
        if (same) {
          return { message, id: attendee_id, version: care.version }
        }
        requireSeen(care, version)
        for (const { adult_id, rule } of changed) {
          await setRule(db, { attendee_id, adult_id, rule, day: rule === 'today' ? today() : '', reason: '' })
        }
        const saved = await saveCare(db, { ...care, photo_consent: said.photo_consent, needs_reviewed })
        await countUpFamilies(db, familiesWith(collectors, changed))
        await auditLog.recordChange(db, {
          kind: 'collecting_changed',
          records: [`attendee/${attendee_id}`],
          ...actor,
        })
        return { message, id: attendee_id, version: saved }
      }),

    findSafeguarding: async ({ query: { attendee_id }, ...actor }) =>
      write(async (db) => {
        await requireChild(db, actor.caller, attendee_id)
        const answer = await readSafeguarding(db, attendee_id)
        await auditLog.recordChange(db, {
          kind: 'safeguarding_read',
          records: [`attendee/${attendee_id}`],
          ...actor,
        })
        return answer
      }),

    changeSafeguarding: async ({ body: { attendee_id, version, need_detail, bars }, ...actor }) =>
      write(async (db) => {
        await requireChild(db, actor.caller, attendee_id)
        const care = await findCare(db, attendee_id)
        const former = await readSafeguarding(db, attendee_id)
        const message = 'Saved'
        const said = new Map(bars.map(({ adult_id, reason }) => [adult_id, reason]))
        const there = new Map(former.bars.map(({ adult_id, reason }) => [adult_id, reason]))
        const changed = [...said].filter(([id, reason]) => there.get(id) !== reason)
        const lifted = [...there.keys()].filter((id) => !said.has(id))
        if (changed.length === 0 && lifted.length === 0 && former.need_detail === need_detail) {
          return { message, id: attendee_id, version: care.version }
        }
        requireSeen(care, version)
        const collectors = await findCollectors(db, [attendee_id], today())
        if (changed.some(([id]) => collectors.every((adult) => adult.id !== id))) {
          throw new ApiError('not_found', 'One of the adults is in none of the child’s families.')
        }
        for (const [adult_id, reason] of changed) {
          await setRule(db, { attendee_id, adult_id, rule: 'barred', day: '', reason })
        }
        for (const adult_id of lifted) {
          // They collect again only if somebody says so.
          await setRule(db, { attendee_id, adult_id, rule: 'no', day: '', reason: '' })
        }
        const saved = await saveCare(db, { ...care, need_detail })
        const touched = [
          ...changed.map(([adult_id]) => ({ adult_id })),
          ...lifted.map((adult_id) => ({ adult_id })),
        ]
        await countUpFamilies(db, familiesWith(collectors, touched))
        await auditLog.recordChange(db, {
          kind: 'safeguarding_changed',
          records: [`attendee/${attendee_id}`],
          ...actor,
        })
        return { message, id: attendee_id, version: saved }
      }),
  }
}

async function requireChild(db: Kysely<Tables>, caller: Caller, id: number): Promise<void> {
  if (!(await findAttendee(db, id))) {
    throw new ApiError('not_found', 'There is no such attendee; it may have been deleted.')
  }
  await requireDetails(db, caller, [id])
}

function requireSeen(care: Care, version: number): void {
  if (care.version !== version) {
    throw new ApiError(
      'changed_meanwhile',
      'Someone else has changed who collects this child since you opened it. Open it again to see their changes.',
    )
  }
}

async function saveCare(db: Kysely<Tables>, care: Care): Promise<number> {
  const version = care.version + 1
  const { attendee_id, ...content } = { ...care, version }
  await db
    .insertInto('attendee_care')
    .values({ attendee_id, ...content })
    .onConflict((known) => known.column('attendee_id').doUpdateSet(content))
    .execute()
  return version
}

type Chosen = { adult_id: number; rule: 'usual' | 'always' | 'today' | 'no' }

/** Those of the rules that say something else than what is there. */
function changedRules(rules: readonly Chosen[], collectors: readonly CollectorRow[]): Chosen[] {
  return rules.filter(({ adult_id, rule }) => {
    const adult = collectors.find(({ id }) => id === adult_id)
    if (!adult) {
      throw new ApiError('not_found', 'One of the adults is in none of the child’s families any more.')
    }
    if (adult.rule === 'barred') {
      throw new ApiError(
        'not_allowed',
        `${adult.first_name} ${adult.last_name} must not collect this child. Only somebody with the right to safeguarding can change that.`,
      )
    }
    return adult.own ? adult.rule !== rule : rule !== 'usual'
  })
}

async function setRule(
  db: Kysely<Tables>,
  { rule, ...row }: Omit<Selectable<Tables['collect_rule']>, 'rule'> & { rule: Chosen['rule'] | 'barred' },
): Promise<void> {
  const { attendee_id, adult_id, day, reason } = row
  await db
    .deleteFrom('collect_rule')
    .where('attendee_id', '=', attendee_id)
    .where('adult_id', '=', adult_id)
    .execute()
  if (rule !== 'usual') {
    await db.insertInto('collect_rule').values({ attendee_id, adult_id, rule, day, reason }).execute()
  }
}

function familiesWith(
  collectors: readonly CollectorRow[],
  changed: readonly { adult_id: number }[],
): number[] {
  const ids = new Set(changed.map(({ adult_id }) => adult_id))
  return collectors.filter(({ id }) => ids.has(id)).map(({ family_id }) => family_id)
}
