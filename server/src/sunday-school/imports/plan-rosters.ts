import type { PlannedRow } from '@vestry/contract/calls/attendee-imports.ts'
import { searchKey } from '@vestry/contract/text/search-key.ts'
import type { Kysely } from 'kysely'
import { inParts } from '../../database/in-parts.ts'
import type { Tables } from '../../database/tables.ts'
import type { Plan, ReadRow } from './plan-rows.ts'

type Named = { [List in 'rosters' | 'no_rosters']: NonNullable<PlannedRow[List]> }

/** Adds to the plans of rows the rosters on which their children are put, and those that have them already. */
export async function planRosters(
  db: Kysely<Tables>,
  plans: readonly Plan[],
  rows: readonly Pick<ReadRow, 'class'>[],
): Promise<Plan[]> {
  const texts = rows.map((row) => row.class?.trim() ?? '')
  if (texts.every((text) => text === '')) {
    return [...plans]
  }
  const series = await db.selectFrom('class_series').select(['id', 'title']).execute()
  const byTitle = Map.groupBy(series, ({ title }) => searchKey(title))
  const known = [...new Set(plans.flatMap((plan) => plan.known.map(({ id }) => id)))]
  const present = await inParts(known, (part) =>
    db.selectFrom('roster').select(['series_id', 'attendee_id']).where('attendee_id', 'in', part).execute(),
  )
  const enrolled = new Set(present.map(({ series_id, attendee_id }) => `${series_id}\n${attendee_id}`))
  return plans.map((plan, place) => {
    const text = texts[place] ?? ''
    if (text === '' || plan.kind === 'error' || plan.kind === 'adult') {
      return plan
    }
    const named = findRosters(text, byTitle)
    const ids = named.rosters.map(({ series_id }) => series_id)
    const children = plan.known.map((child) => ({
      ...child,
      enrolled: ids.filter((series_id) => enrolled.has(`${series_id}\n${child.id}`)),
    }))
    const [child] = children
    const adds = child !== undefined && child.enrolled.length < ids.length
    const kind = plan.kind === 'same' && adds ? 'changed' : plan.kind
    if (child !== undefined && kind === 'changed' && plan.held) {
      for (const series_id of ids) {
        enrolled.add(`${series_id}\n${child.id}`)
      }
    }
    return { ...plan, kind, known: children, ...named }
  })
}

/** The series that a cell names: its whole text if that is a title, or else those of its parts that are titles. */
function findRosters(text: string, byTitle: ReadonlyMap<string, readonly { id: number; title: string }[]>) {
  const parts = text.split(/[;|]/).map((part) => part.trim())
  const named: Named = { rosters: [], no_rosters: [] }
  for (const title of byTitle.has(searchKey(text)) ? [text] : new Set(parts.filter(Boolean))) {
    const [only, ...others] = byTitle.get(searchKey(title)) ?? []
    if (only === undefined || others.length > 0) {
      named.no_rosters.push({ title, reason: only === undefined ? 'unknown' : 'several' })
    } else if (!named.rosters.some(({ series_id }) => series_id === only.id)) {
      named.rosters.push({ series_id: only.id, title: only.title })
    }
  }
  return named
}
