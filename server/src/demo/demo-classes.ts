import type { DemoGroup } from './demo-children.ts'

/** The teachers of the demonstration church; the first two are named as people to sign in as. */
export const DEMO_TEACHERS = [
  { email: 'grace@vestry.local', name: 'Grace Whitfield' },
  { email: 'daniel@vestry.local', name: 'Daniel Okafor' },
  { email: 'ruth@vestry.local', name: 'Ruth Álvarez' },
] as const
export type DemoTeacher = (typeof DEMO_TEACHERS)[number]['email']

/** The present term began eight weeks ago, and the one before ended five weeks earlier; weeks count from today's. */
export const TERMS = [
  { first: -26, last: -13 },
  { first: -8, last: 6 },
] as const

export type DemoSeries = {
  title: string
  group: Exclude<DemoGroup, 'visitor'>
  /** From 0, a Sunday. */
  weekday: number
  time: string
  ends: string
  room: string
  notes: string
  teachers: readonly DemoTeacher[]
  /** How old the children are, in years. */
  ages: readonly [least: number, most: number]
  /** The weeks whose session is cancelled, and the notes about why. */
  cancelled: Readonly<Record<number, string>>
  /** The week that nobody recorded. */
  forgotten?: number
}

export const DEMO_SERIES: readonly DemoSeries[] = [
  {
    title: 'Little Lambs',
    group: 'lambs',
    weekday: 0,
    time: '10:30',
    ends: '11:45',
    room: 'Garden Room',
    notes: 'A story, a craft and songs. Children are collected at the door by a grown-up.',
    teachers: ['ruth@vestry.local'],
    ages: [3, 5],
    cancelled: { [-19]: 'No heating in the Garden Room.' },
  },
  {
    title: 'Explorers',
    group: 'explorers',
    weekday: 0,
    time: '10:30',
    ends: '11:45',
    room: 'Room 2',
    notes: 'Bring the big map and the box of scrolls.',
    teachers: ['grace@vestry.local'],
    ages: [6, 8],
    cancelled: {},
  },
  {
    title: 'Pathfinders',
    group: 'pathfinders',
    weekday: 0,
    time: '10:30',
    ends: '11:45',
    room: 'Library',
    notes: '',
    teachers: ['daniel@vestry.local', 'ruth@vestry.local'],
    ages: [9, 11],
    cancelled: {},
    forgotten: -3,
  },
  {
    title: 'Youth',
    group: 'youth',
    weekday: 5,
    time: '19:00',
    ends: '21:00',
    room: 'Upper Hall',
    notes: 'Doors open at a quarter to seven. Supper is at eight.',
    teachers: ['daniel@vestry.local'],
    ages: [12, 15],
    cancelled: { 2: 'The hall is being painted.' },
  },
]

/** The rooms of the weekly classes, and for how many children each is. */
export const DEMO_ROOMS = [
  { name: 'Garden Room', capacity: 16 },
  { name: 'Room 2', capacity: 24 },
  { name: 'Library', capacity: 30 },
  { name: 'Upper Hall', capacity: 60 },
] as const

/** A single afternoon for two of the classes together. */
export const DEMO_ONE_OFF = {
  title: 'Treasure Hunt',
  week: 1,
  weekday: 6,
  time: '16:00',
  ends: '18:00',
  room: 'Garden',
  notes: 'For Explorers and Pathfinders. Old shoes.',
  groups: ['explorers', 'pathfinders'],
  teachers: ['grace@vestry.local', 'daniel@vestry.local'],
} as const

/** The weeks in which a visitor came to the Explorers. */
export const VISITED_WEEKS: readonly number[] = [-6, -2]

export const WHY_AWAY = [
  'Ill.',
  'Away with the family.',
  'Has a cold.',
  'En casa de los abuelos.',
  'Football match.',
] as const
export const HOW_IT_WENT = [
  'Arrived late.',
  'Left early with grandmother.',
  'Read aloud for the first time.',
  'Muy participativo hoy.',
  'Forgot the jacket, it is in the cupboard.',
  'A little tired today.',
] as const
