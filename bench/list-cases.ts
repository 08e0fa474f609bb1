import { FEW as FEW_CHILDREN, MANY as MANY_CHILDREN, NONE, PHONE } from './fill-attendees.ts'
import { FEW as FEW_CLASSES, MANY as MANY_CLASSES, TODAY } from './fill-classes.ts'
import { FEW as FEW_SERMONS, MANY as MANY_SERMONS } from './fill-items.ts'

type Query = Record<string, string | number | boolean>
/** The possible values for one part of a list's question, by their names in the report. */
type Choices = Record<string, Query>

/** `changed` is what a write changes so that nothing of the list stays cached. */
export type List = {
  name: string
  path: string
  changed: string
  pageSize: number
  who: 'office' | 'teacher'
  sorts: Choices
  filters: Choices
  searches: Choices
}

const ASKED_LETTERS = {
  'one letter': 'e',
  'one letter, no hits': 'ж',
  'two letters': 'ar',
  'two letters, no hits': 'qq',
}

const ATTENDEES = {
  path: '/attendees',
  changed: 'attendees',
  pageSize: 10,
  sorts: sortedBy('default', 'firstname', 'birthdate'),
  searches: searchedBy({
    ...ASKED_LETTERS,
    'in ten': FEW_CHILDREN,
    'no hits': NONE,
    'in a third': MANY_CHILDREN,
    'at the end of the order': 'moreno zapata',
    'two words, many hits': `maría ${MANY_CHILDREN}`,
    'a telephone number': PHONE,
    'part of an address': 'parent42@example',
    'in every row': 'example',
    'two pairs of letters': 'zo ui',
    'a word and two letters, no hits': `${MANY_CHILDREN} qq`,
  }),
}

const CLASSES = {
  changed: 'classes',
  pageSize: 19,
  sorts: sortedBy('date', 'title'),
  filters: {
    upcoming: { session_datetime: TODAY, operator: 'gte', includeAttendanceCount: true },
    history: { session_datetime: TODAY, operator: 'lte', includeAttendanceCount: true, includeTurnout: true },
  },
  searches: searchedBy({
    ...ASKED_LETTERS,
    'few series': FEW_CLASSES,
    'no hits': NONE,
    'in an eighth': MANY_CLASSES,
    'a number': '11',
  }),
}

/** Everything that the console can ask of its lists: each sort order with each filter and each search. */
export const LISTS: readonly List[] = [
  {
    name: 'sermons',
    path: '/preachingManagement',
    changed: 'preaching',
    pageSize: 10,
    who: 'office',
    sorts: sortedBy('date', 'title', 'presenter', 'category'),
    filters: {
      all: {},
      'a presenter': { presenters: '7' },
      'a presenter who also speaks': { presenters: '11' },
      'three presenters': { presenters: '7,8,9' },
      'a category': { categories: '3' },
      'a year': { years: '2004' },
      'two years': { years: '2004,2019' },
      'a series': { series: '4' },
      'a topic': { topics: '5' },
      published: { states: 'published' },
      drafts: { states: 'draft' },
      'to come': { states: 'scheduled' },
      'of everything': {
        presenters: '7,8,9',
        ...{ categories: '3', years: '2004,2019', series: '4,5', topics: '5,6', states: 'published' },
      },
    },
    searches: searchedBy({
      ...ASKED_LETTERS,
      'in ten': FEW_SERMONS,
      'no hits': NONE,
      'in a third': MANY_SERMONS,
      'two words': 'grace hope',
      'a number': '4711',
      'a chapter': 'Romans 8',
      'a book': 'Romans',
    }),
  },
  {
    ...ATTENDEES,
    name: 'attendees',
    who: 'office',
    filters: {
      all: {},
      'four to six': { age_from: 4, age_to: 6 },
      'from fifteen on': { age_from: 15 },
      'of a class': { series_id: 1 },
      members: { membership: 'member' },
      'with allergies': { need: 'allergies' },
      'to be asked again': { need: 'not_reviewed' },
      'without a family': { family: 'none' },
    },
  },
  {
    name: 'families',
    path: '/families',
    changed: 'families',
    pageSize: 20,
    who: 'office',
    sorts: { name: {} },
    filters: { all: {} },
    searches: ATTENDEES.searches,
  },
  { ...ATTENDEES, name: 'names of attendees', who: 'teacher', filters: { all: {} } },
  { ...CLASSES, name: 'classes', path: '/classes/by-date', who: 'office' },
  { ...CLASSES, name: 'a busy teacher’s classes', path: '/classes/teacher/by-date', who: 'teacher' },
]

function sortedBy(...orders: string[]): Choices {
  return Object.fromEntries(
    orders.flatMap((orderBy) =>
      ['ASC', 'DESC'].map((direction) => [`${orderBy} ${direction}`, { orderBy, direction }]),
    ),
  )
}

function searchedBy(searches: Record<string, string>): Choices {
  return {
    all: {},
    ...Object.fromEntries(Object.entries(searches).map(([name, search]) => [name, { search }])),
  }
}
