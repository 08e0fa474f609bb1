import { feastOn } from '@vestry/contract/rules/feasts.ts'
import { chance, uuidOf } from './demo-chance.ts'
import { DEMO_FAMILIES, type DemoGroup } from './demo-children.ts'
import {
  DEMO_ONE_OFF,
  DEMO_SERIES,
  type DemoSeries,
  type DemoTeacher,
  TERMS,
  VISITED_WEEKS,
} from './demo-classes.ts'

const DAY = 86_400_000

/** The day this many days after another one; both are `YYYY-MM-DD`. */
function plusDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10)
}

/** The Sunday on or before a day. */
function sundayOf(day: string): string {
  return plusDays(day, -new Date(day).getUTCDay())
}

const A_YEAR = 365.25
/** Children without a class are of the Explorers' age. */
const VISITORS_AGES = [6, 8] as const

export type DemoAttendee = {
  first_name: string
  last_name: string
  birthdate: string | null
  parent_contact: string
  allergies: string
  needs: string
  notes: string
  is_member: number
}

export type PlannedChild = {
  uuid: string
  group: DemoGroup
  joined: boolean
  away: boolean
  back: boolean
  content: DemoAttendee
}

export type PlannedSession = {
  /** The uuid of its series. */
  series: string
  title: string
  /** In weeks from today's. */
  week: number
  session_datetime: string
  end_time: string
  room: string
  notes: string
  cancelled: boolean
  /** Past, but not recorded by anybody. */
  forgotten: boolean
  teachers: readonly DemoTeacher[]
}

export type DemoPlan = {
  /** The church's day, as `YYYY-MM-DD`. */
  today: string
  children: PlannedChild[]
  series: { uuid: string; title: string }[]
  enrolled: { series: string; child: string }[]
  sessions: PlannedSession[]
}

/** The whole Sunday school as it is on a day, before anything has an id. */
export function planSundaySchool(today: string): DemoPlan {
  const children = DEMO_FAMILIES.flatMap(({ last_name, contact, is_member, children: siblings }) =>
    siblings.map(
      ({ first_name, group, ageless = false, joined = false, away = false, back = false, ...known }) => ({
        uuid: uuidOf(`child ${first_name} ${last_name}`),
        group,
        joined,
        away,
        back,
        content: {
          first_name,
          last_name,
          birthdate: ageless ? null : birthdateOf(today, agesOf(group), first_name + last_name),
          parent_contact: contact,
          is_member,
          allergies: '',
          needs: '',
          notes: '',
          ...known,
        },
      }),
    ),
  )
  const enrol = (title: string, groups: readonly DemoGroup[]) =>
    children
      .filter(({ group }) => groups.includes(group))
      .map(({ uuid }) => ({ series: seriesUuid(title), child: uuid }))
  return {
    today,
    children,
    series: [...DEMO_SERIES, DEMO_ONE_OFF].map(({ title }) => ({ uuid: seriesUuid(title), title })),
    enrolled: [
      ...DEMO_SERIES.flatMap(({ title, group }) => enrol(title, [group])),
      ...enrol(DEMO_ONE_OFF.title, DEMO_ONE_OFF.groups),
    ],
    sessions: [...DEMO_SERIES.flatMap((series) => sessionsOf(series, today)), oneOff(today)],
  }
}

function sessionsOf(series: DemoSeries, today: string): PlannedSession[] {
  return TERMS.flatMap(({ first, last }) => {
    const weeks = Array.from({ length: last - first + 1 }, (_, index) => first + index)
    const held = weeks.filter((week) => !isSkipped(series, week, today))
    // A class that falls on Easter is made up for at the end.
    const made = weeks.slice(held.length).map((_, at) => last + 1 + at)
    return [...held, ...made].map((week) => sessionOf(series, week, today))
  })
}

/** Whether a week is left out for Easter. It is not if the demonstration tells of that week. */
function isSkipped(series: DemoSeries, week: number, today: string): boolean {
  const told = week === series.forgotten || week in series.cancelled || VISITED_WEEKS.includes(week)
  return !told && week !== 0 && feastOn(timeOf(series, week, today).slice(0, 10)) === 'easter'
}

function sessionOf(series: DemoSeries, week: number, today: string): PlannedSession {
  const { title, room, notes, cancelled, forgotten, teachers } = series
  return {
    series: seriesUuid(title),
    title,
    week,
    session_datetime: timeOf(series, week, today),
    end_time: series.ends,
    room,
    notes: cancelled[week] ?? notes,
    cancelled: week in cancelled,
    forgotten: week === forgotten,
    teachers,
  }
}

function oneOff(today: string): PlannedSession {
  const { title, week, room, notes, teachers } = DEMO_ONE_OFF
  return {
    series: seriesUuid(title),
    title,
    week,
    session_datetime: timeOf(DEMO_ONE_OFF, week, today),
    end_time: DEMO_ONE_OFF.ends,
    room,
    notes,
    cancelled: false,
    forgotten: false,
    teachers,
  }
}

function timeOf({ weekday, time }: { weekday: number; time: string }, week: number, today: string): string {
  return `${plusDays(sundayOf(today), week * 7 + weekday)}T${time}:00`
}

function agesOf(group: DemoGroup): readonly [number, number] {
  return DEMO_SERIES.find((series) => series.group === group)?.ages ?? VISITORS_AGES
}

function birthdateOf(today: string, [least, most]: readonly [number, number], name: string): string {
  const years = least + chance('age', name) * (most + 1 - least)
  return plusDays(today, -Math.ceil(years * A_YEAR))
}

function seriesUuid(title: string): string {
  return uuidOf(`series ${title}`)
}
