import type { Administration, Guests, Missing, Office, todayRoutes } from '@vestry/contract/calls/today.ts'
import type { Kysely } from 'kysely'
import { churchTime, dayAfter } from '../../church-time.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/open-database.ts'
import type { Tables } from '../../database/tables.ts'
import { type Caller, may } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount-routes.ts'
import { countNotReviewed } from '../attendees/attendee-list-sql.ts'
import { attendeesById } from '../attendees/attendees-sql.ts'
import { countOpenClaims } from '../claims/claims-sql.ts'
import { ownAlone } from '../classes/class-access.ts'
import { listOpen } from '../follow-ups/find-tasks.ts'
import { listGuestVisits } from '../reports/guest-report-sql.ts'
import { countGuests } from '../reports/tally-guests.ts'
import { listBirthdays } from './birthdays-sql.ts'
import { findTeaching } from './find-teaching.ts'
import { countRolls, listHeld, listLatestSermons, listUnfinished, listWorking } from './office-sql.ts'
import { DAYS_AHEAD, DAYS_BACK } from './today-span.ts'

const SHOWN = 5

/** The call for the Today page. */
export function createTodayHandlers(parts: {
  database: Database
  clock: Clock
  timeZone: () => string
  keepsFamilies: () => boolean
  /** What concerns the people who run the server. */
  findAdministration: () => Promise<Administration>
}): Handlers<typeof todayRoutes> {
  const { database, clock, timeZone, keepsFamilies, findAdministration } = parts

  async function findOffice(caller: Caller, now: string): Promise<Office> {
    const day = now.slice(0, 10)
    const daysAway = (days: number) => dayAfter(day, days) ?? day
    const seen = may(caller, 'allChildren') ? undefined : caller.sub
    const [held, unfinished, working, sermons, missing, guests, birthdays] = await Promise.all([
      listHeld(database.sql, { first: `${day}T00:00:00`, last: `${daysAway(DAYS_AHEAD)}T23:59:59` }),
      listUnfinished(database.sql, {
        first: `${daysAway(-DAYS_BACK)}T00:00:00`,
        last: `${daysAway(-1)}T23:59:59`,
      }),
      listWorking(database.sql, clock.now(), timeZone()),
      listLatestSermons(database.sql),
      findMissing(database.sql, caller, now),
      countLateGuests(database.sql, now, ownAlone(caller)),
      listBirthdays(database.sql, day, seen),
    ])
    const classes = await countRolls(database.sql, [...held, ...unfinished.classes])
    return {
      classes: classes.slice(0, held.length),
      unfinished: classes.slice(held.length),
      unfinished_count: unfinished.count,
      missing,
      guests,
      birthdays,
      working,
      sermons,
    }
  }

  async function countToReview(caller: Caller, now: string): Promise<{ to_review?: number }> {
    const asks = keepsFamilies() && may(caller, 'allChildren')
    const count = asks ? await countNotReviewed(database, now.slice(0, 10)) : 0
    return count === 0 ? {} : { to_review: count }
  }

  return {
    find: async ({ caller }) => {
      const now = churchTime(clock, timeZone())
      const waiting = {
        ...(await countOpenClaims(database.sql, { class_id: undefined, sub: ownAlone(caller) })),
        ...(await countToReview(caller, now)),
      }
      if (!may(caller, 'arrange')) {
        const [teaching, missing, guests] = await Promise.all([
          findTeaching(database.sql, caller.sub, now),
          findMissing(database.sql, caller, now),
          countLateGuests(database.sql, now, ownAlone(caller)),
        ])
        return {
          now,
          ...waiting,
          teaching: { ...teaching, missing, guests },
          office: null,
          administration: null,
        }
      }
      const [office, administration] = await Promise.all([
        findOffice(caller, now),
        may(caller, 'administer') ? findAdministration() : null,
      ])
      return { now, ...waiting, teaching: null, office, administration }
    },
  }
}

/**
 * The new guests of the last four weeks, today included; with a `sub`, those of the classes that this person teaches.
 */
async function countLateGuests(db: Kysely<Tables>, now: string, sub: string | undefined): Promise<Guests> {
  const to = now.slice(0, 10)
  const from = dayAfter(to, 1 - DAYS_BACK) ?? to
  const first = `${from}T00:00:00`
  const visits = await listGuestVisits(db, { first, last: now, sub }, { step: 'year', begins: first, now })
  const { newcomers, came_again } = countGuests(visits)
  return { from, to, newcomers, came_again }
}

/** The children to ask after, those who have missed most first. */
async function findMissing(db: Kysely<Tables>, caller: Caller, now: string): Promise<Missing> {
  const open = await listOpen(db, caller, now)
  const most = open.toSorted((a, b) => b.missed - a.missed || a.attendee_id - b.attendee_id).slice(0, SHOWN)
  const children = await attendeesById(
    db,
    most.map(({ attendee_id }) => attendee_id),
  )
  return {
    count: open.length,
    children: children.map(({ id: attendee_id, first_name, last_name }, at) => {
      const { title: class_title = '', missed = 0 } = most[at] ?? {}
      return { attendee_id, first_name, last_name, class_title, missed }
    }),
  }
}
