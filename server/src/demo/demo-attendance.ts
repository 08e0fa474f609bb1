import { chance, pickByChance } from './demo-chance.ts'
import { HOW_IT_WENT, TERMS, VISITED_WEEKS, WHY_AWAY } from './demo-classes.ts'
import type { DemoPlan, PlannedChild, PlannedSession } from './demo-plan.ts'

export type DemoRecord = {
  session: PlannedSession
  /** The child's uuid. */
  child: string
  attended: boolean
  comment: string
}

/** How often the least and the most faithful come, and by how much a rainy week reduces that. */
const LEAST = 0.68
const MOST = 1
const RAIN = 0.15
const RAINY_WEEKS = 0.2
const COMMENTS_WHEN_AWAY = 0.18
const COMMENTS_WHEN_HERE = 0.03
/** How many classes a child who stays away has missed. */
const MISSED = 3

/** What was recorded until yesterday: every session that took place, except the one that nobody recorded. */
export function demoRecords({ today, children, enrolled, sessions }: DemoPlan): DemoRecord[] {
  const byUuid = new Map(children.map((child) => [child.uuid, child]))
  const held = sessions.filter(
    ({ session_datetime, cancelled, forgotten }) => session_datetime < today && !cancelled && !forgotten,
  )
  const ofSeries = [...Map.groupBy(held, ({ series }) => series).values()]
  const latest = new Set(ofSeries.flatMap((some) => some.slice(-MISSED)))
  const last = new Set(ofSeries.map((some) => some.at(-1)))
  const before = new Set(ofSeries.flatMap((some) => some.slice(-MISSED - 1, -1)))
  const told = (child: PlannedChild, session: PlannedSession) => {
    if (child.away) {
      return !latest.has(session)
    }
    return child.back && (last.has(session) || before.has(session)) ? last.has(session) : undefined
  }
  return held.flatMap((session) => {
    const roster = enrolled
      .filter(({ series }) => series === session.series)
      .map(({ child }) => byUuid.get(child))
      .filter((child) => child !== undefined)
      .filter((child) => wasThereThen(child, session))
    return [...roster, ...visitorsOf(session, children)].map((child) =>
      recordOf(session, child, told(child, session)),
    )
  })
}

function wasThereThen({ joined }: PlannedChild, { week }: PlannedSession): boolean {
  return !joined || week >= TERMS[1].first
}

function visitorsOf({ title, week }: PlannedSession, children: readonly PlannedChild[]): PlannedChild[] {
  return title === 'Explorers' && VISITED_WEEKS.includes(week)
    ? children.filter(({ group }) => group === 'visitor')
    : []
}

/** Chance decides whether somebody came, unless it is given. */
function recordOf(
  session: PlannedSession,
  { uuid, group }: PlannedChild,
  told: boolean | undefined,
): DemoRecord {
  const faith = LEAST + chance('faith', uuid) * (MOST - LEAST)
  const rain = chance('rain', session.week) < RAINY_WEEKS ? RAIN : 0
  const came = told ?? chance('came', uuid, session.week) < faith - rain
  const attended = group === 'visitor' || came
  const talked = chance('comment', uuid, session.week) < (attended ? COMMENTS_WHEN_HERE : COMMENTS_WHEN_AWAY)
  const comment = talked ? pickByChance(attended ? HOW_IT_WENT : WHY_AWAY, 'words', uuid, session.week) : ''
  return { session, child: uuid, attended, comment }
}
