import type { RollMark } from '@vestry/contract/calls/attendance.ts'
import type { Claim } from '@vestry/contract/calls/claims.ts'
import type { Teacher } from '@vestry/contract/calls/classes.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { type Caller, may } from '../../http/caller.ts'
import { findMerged } from '../../trash/find-merged.ts'
import { findMarks } from '../attendance/current-record-sql.ts'
import { attendeesById } from '../attendees/attendees-sql.ts'
import { findSeen } from '../attendees/names-only.ts'
import { findClasses } from '../classes/class-access.ts'
import { findGuests, type NewGuest } from '../operations/add-guests.ts'
import type { ClaimRow } from './claims-sql.ts'

/** Claims, as this person may see them. */
export async function describeClaims(
  db: Kysely<Tables>,
  claims: readonly ClaimRow[],
  { caller, people }: { caller: Caller; people: readonly Teacher[] },
): Promise<Claim[]> {
  const childOf = await findChildren(db, claims)
  const ids = [...new Set(claims.flatMap((claim) => childOf(claim) ?? []))]
  const children = new Map((await attendeesById(db, ids)).map((child) => [child.id, child]))
  const seen = await findSeen(db, caller, ids)
  const classes = await findClasses(db, caller, [
    ...new Set(claims.flatMap(({ class_id }) => class_id ?? [])),
  ])
  const names = new Map(people.map(({ sub, name }) => [sub, name]))
  const guestClaims = new Map(
    claims.filter(({ guest }) => guest !== '').map(({ request_id, guest }) => [request_id, guest]),
  )

  const marks = new Map<string, RollMark>()
  for (const [class_id, some] of Map.groupBy(claims, (claim) => claim.class_id)) {
    const found = classes.get(class_id ?? 0)
    const named = some.flatMap((claim) => childOf(claim) ?? [])
    for (const [id, mark] of found?.seen ? await findMarks(db, found.session, named) : []) {
      marks.set(`${class_id} ${id}`, mark)
    }
  }

  return claims.map((claim): Claim => {
    const { id, version, kind, reason, class_id, class_title, moment, made_at, arrived_at } = claim
    const child = children.get(childOf(claim) ?? 0)
    const session = classes.get(class_id ?? 0)
    const own = claim.wanted_by === caller.sub
    const guest: Partial<NewGuest> = JSON.parse(guestClaims.get(claim.request_id) ?? '{}')
    const { first_name = '', last_name = '' } = child ?? guest
    const teaches = session?.seen === true && !may(caller, 'arrange')
    const detailed = child ? seen.has(child.id) : own || teaches || may(caller, 'allChildren')
    const now = child && kind !== 'absence' ? marks.get(`${class_id} ${child.id}`) : undefined
    const isMark = kind === 'mark' || kind === 'comment'
    const textOf = (text: string) => (detailed ? text : '')
    return {
      ...{ id, version, kind, reason, class_title, session_datetime: moment, first_name, last_name },
      ...(class_id !== null && { class_id }),
      ...(child && { attendee_id: child.id }),
      wanted: {
        ...(claim.wanted_state !== '' && { state: claim.wanted_state }),
        ...(kind === 'guest' && { state: 'present' as const }),
        ...((kind === 'comment' || kind === 'absence') && {
          text: detailed || own ? claim.wanted_text : '',
        }),
        ...(kind === 'absence' && { from_day: claim.from_day, until_day: claim.until_day }),
        ...(kind === 'guest' &&
          detailed && { parent_contact: guest.parent_contact ?? '', allergies: guest.allergies ?? '' }),
      },
      by: claim.wanted_by_name,
      ...{ made_at, arrived_at },
      ...(isMark &&
        session?.seen &&
        claim.there_state !== '' && {
          there: {
            state: claim.there_state,
            comment: textOf(claim.there_text),
            by: names.get(claim.there_by) ?? '',
          },
        }),
      ...(now && { now: { ...now, comment: textOf(now.comment) } }),
      may_settle: may(caller, 'arrange') || session?.seen === true,
      names_only: !detailed,
    }
  })
}

/** Finds the child that a claim is about: by its id, or by the guest's request; merged entries are one child. */
async function findChildren(db: Kysely<Tables>, claims: readonly ClaimRow[]) {
  const merged = await findMerged(
    db,
    claims.flatMap(({ attendee_id }) => attendee_id ?? []),
  )
  const guests = await findGuests(
    db,
    claims.flatMap(({ request_id }) => request_id ?? []),
  )
  return ({ attendee_id, request_id }: ClaimRow): number | undefined =>
    attendee_id === null ? guests.get(request_id ?? '') : (merged.get(attendee_id) ?? attendee_id)
}
